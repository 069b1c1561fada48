/* Requests to USB devices. */
#ifndef HEDDLE_USB_H
#define HEDDLE_USB_H
#include <wdm.h>
typedef LONG USBD_STATUS;
typedef PVOID USBD_PIPE_HANDLE, USBD_CONFIGURATION_HANDLE, USBD_INTERFACE_HANDLE;
typedef struct USBD_HANDLE__ *USBD_HANDLE;
#define USBD_SUCCESS(s) ((USBD_STATUS)(s) >= 0)
#define USBD_STATUS_SUCCESS ((USBD_STATUS)0)
#define USBD_STATUS_BAD_DESCRIPTOR ((USBD_STATUS)0xC0100000L)
#define USBD_STATUS_CANCELED ((USBD_STATUS)0xC0010000L)
#define USBD_SHORT_TRANSFER_OK 2
#define USBD_TRANSFER_DIRECTION_OUT 0
#define USBD_TRANSFER_DIRECTION_IN 1
#define USBD_START_ISO_TRANSFER_ASAP 4
#define USBD_CLIENT_CONTRACT_VERSION_602 0x602
#define URB_FUNCTION_BULK_OR_INTERRUPT_TRANSFER 9
#define URB_FUNCTION_ISOCH_TRANSFER 10
#define URB_FUNCTION_OPEN_STATIC_STREAMS 0x35
#define USB_DEVICE_DESCRIPTOR_TYPE 1
#define USB_CONFIGURATION_DESCRIPTOR_TYPE 2
#define USB_INTERFACE_DESCRIPTOR_TYPE 4
#define USB_ENDPOINT_DESCRIPTOR_TYPE 5
#define USB_SUPERSPEED_ENDPOINT_COMPANION_DESCRIPTOR_TYPE 0x30
#define USB_ENDPOINT_SUPERSPEED_ISO_MAX_PACKET_SIZE 1024
typedef struct _USB_COMMON_DESCRIPTOR { UCHAR bLength, bDescriptorType; } USB_COMMON_DESCRIPTOR, *PUSB_COMMON_DESCRIPTOR;
typedef struct _USB_DEVICE_DESCRIPTOR { UCHAR bLength, bDescriptorType; USHORT bcdUSB; UCHAR bDeviceClass, bDeviceSubClass, bDeviceProtocol, bMaxPacketSize0; USHORT idVendor, idProduct, bcdDevice; UCHAR iManufacturer, iProduct, iSerialNumber, bNumConfigurations; } USB_DEVICE_DESCRIPTOR, *PUSB_DEVICE_DESCRIPTOR;
typedef struct _USB_CONFIGURATION_DESCRIPTOR { UCHAR bLength, bDescriptorType; USHORT wTotalLength; UCHAR bNumInterfaces, bConfigurationValue, iConfiguration, bmAttributes, MaxPower; } USB_CONFIGURATION_DESCRIPTOR, *PUSB_CONFIGURATION_DESCRIPTOR;
typedef struct _USB_INTERFACE_DESCRIPTOR { UCHAR bLength, bDescriptorType, bInterfaceNumber, bAlternateSetting, bNumEndpoints, bInterfaceClass, bInterfaceSubClass, bInterfaceProtocol, iInterface; } USB_INTERFACE_DESCRIPTOR, *PUSB_INTERFACE_DESCRIPTOR;
typedef struct _USB_ENDPOINT_DESCRIPTOR { UCHAR bLength, bDescriptorType, bEndpointAddress, bmAttributes; USHORT wMaxPacketSize; UCHAR bInterval; } USB_ENDPOINT_DESCRIPTOR, *PUSB_ENDPOINT_DESCRIPTOR;
typedef struct _USB_SUPERSPEED_ENDPOINT_COMPANION_DESCRIPTOR {
	UCHAR bLength, bDescriptorType, bMaxBurst;
	struct { UCHAR AsUchar; struct { UCHAR MaxStreams : 5, Reserved1 : 3; } Bulk; struct { UCHAR Mult : 2, Reserved2 : 6; } Isochronous; } bmAttributes;
	USHORT wBytesPerInterval;
} USB_SUPERSPEED_ENDPOINT_COMPANION_DESCRIPTOR, *PUSB_SUPERSPEED_ENDPOINT_COMPANION_DESCRIPTOR;
struct _URB_HEADER { USHORT Length, Function; USBD_STATUS Status; PVOID UsbdDeviceHandle; ULONG UsbdFlags; };
typedef struct _USBD_ISO_PACKET_DESCRIPTOR { ULONG Offset, Length; USBD_STATUS Status; } USBD_ISO_PACKET_DESCRIPTOR, *PUSBD_ISO_PACKET_DESCRIPTOR;
typedef struct _USBD_STREAM_INFORMATION { USBD_PIPE_HANDLE PipeHandle; ULONG StreamID, MaximumTransferSize, PipeFlags; } USBD_STREAM_INFORMATION, *PUSBD_STREAM_INFORMATION;
struct _URB_BULK_OR_INTERRUPT_TRANSFER { struct _URB_HEADER Hdr; USBD_PIPE_HANDLE PipeHandle; ULONG TransferFlags, TransferBufferLength; PVOID TransferBuffer; PMDL TransferBufferMDL; struct _URB *UrbLink; };
struct _URB_ISOCH_TRANSFER { struct _URB_HEADER Hdr; USBD_PIPE_HANDLE PipeHandle; ULONG TransferFlags, TransferBufferLength; PVOID TransferBuffer; PMDL TransferBufferMDL; struct _URB *UrbLink; ULONG StartFrame, NumberOfPackets, ErrorCount; USBD_ISO_PACKET_DESCRIPTOR IsoPacket[1]; };
struct _URB_OPEN_STATIC_STREAMS { struct _URB_HEADER Hdr; USBD_PIPE_HANDLE PipeHandle; ULONG NumberOfStreams; USHORT StreamInfoVersion, StreamInfoSize; PUSBD_STREAM_INFORMATION Streams; };
typedef struct _URB {
	union {
		struct _URB_HEADER UrbHeader;
		struct _URB_BULK_OR_INTERRUPT_TRANSFER UrbBulkOrInterruptTransfer;
		struct _URB_ISOCH_TRANSFER UrbIsochronousTransfer;
		struct _URB_OPEN_STATIC_STREAMS UrbOpenStaticStreams;
	};
} URB, *PURB;
#define GET_ISO_URB_SIZE(n) (sizeof(struct _URB_ISOCH_TRANSFER) + sizeof(USBD_ISO_PACKET_DESCRIPTOR) * (n))
DEFINE_GUID(GUID_USB_CAPABILITY_STATIC_STREAMS, 0xecb12413, 0xe62c, 0x48ee, 0xb0, 0xe0, 0x41, 0xd4, 0xe9, 0x07, 0x56, 0x6a);
DEFINE_GUID(GUID_USB_CAPABILITY_DEVICE_CONNECTION_SUPER_SPEED_COMPATIBLE, 0xfaa1ba8e, 0x47a5, 0x4ec4, 0xb3, 0x4a, 0x9d, 0x9e, 0x0a, 0xce, 0xd9, 0x80);
DEFINE_GUID(GUID_USB_CAPABILITY_SELECTIVE_SUSPEND, 0xc36da3a1, 0x7d4e, 0x4ec3, 0xb9, 0x17, 0x43, 0x8e, 0x9b, 0xc5, 0x8c, 0xe1);
#endif
