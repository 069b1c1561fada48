/* USB devices for drivers of the framework. */
#ifndef HEDDLE_WDFUSB_H
#define HEDDLE_WDFUSB_H
#include <wdf.h>
#include <usb.h>
typedef enum _WDF_USB_PIPE_TYPE { WdfUsbPipeTypeInvalid, WdfUsbPipeTypeControl, WdfUsbPipeTypeIsochronous, WdfUsbPipeTypeBulk, WdfUsbPipeTypeInterrupt } WDF_USB_PIPE_TYPE;
typedef enum _WDF_USB_REQUEST_TYPE { WdfUsbRequestTypeInvalid, WdfUsbRequestTypeNoFormat, WdfUsbRequestTypeDeviceString, WdfUsbRequestTypeDeviceControlTransfer, WdfUsbRequestTypeDeviceUrb, WdfUsbRequestTypePipeWrite, WdfUsbRequestTypePipeRead, WdfUsbRequestTypePipeAbort, WdfUsbRequestTypePipeReset, WdfUsbRequestTypePipeUrb } WDF_USB_REQUEST_TYPE;
typedef struct _WDF_USB_REQUEST_COMPLETION_PARAMS {
	USBD_STATUS UsbdStatus;
	WDF_USB_REQUEST_TYPE Type;
	struct { struct { WDFMEMORY Buffer; size_t Length, Offset; } PipeWrite, PipeRead; struct { WDFMEMORY Buffer; } PipeUrb, DeviceUrb; } Parameters;
} WDF_USB_REQUEST_COMPLETION_PARAMS;
#define WDF_USB_DEVICE_TRAIT_SELF_POWERED 1
#define WDF_USB_DEVICE_TRAIT_REMOTE_WAKE_CAPABLE 2
#define WDF_USB_DEVICE_TRAIT_AT_HIGH_SPEED 4
typedef struct _WDF_USB_DEVICE_CREATE_CONFIG { ULONG Size, USBDClientContractVersion; } WDF_USB_DEVICE_CREATE_CONFIG, *PWDF_USB_DEVICE_CREATE_CONFIG;
typedef struct _WDF_USB_DEVICE_INFORMATION { ULONG Size, HcdPortCapabilities, Traits; struct { ULONG USBDI_Version, Supported_USB_Version; } UsbdVersionInformation; } WDF_USB_DEVICE_INFORMATION, *PWDF_USB_DEVICE_INFORMATION;
typedef struct _WDF_USB_PIPE_INFORMATION { ULONG Size, MaximumPacketSize; UCHAR EndpointAddress, Interval, SettingIndex; WDF_USB_PIPE_TYPE PipeType; ULONG MaximumTransferSize; } WDF_USB_PIPE_INFORMATION, *PWDF_USB_PIPE_INFORMATION;
typedef struct _WDF_USB_DEVICE_SELECT_CONFIG_PARAMS {
	ULONG Size;
	int Type;
	struct { struct { UCHAR NumberConfiguredPipes; WDFUSBINTERFACE ConfiguredUsbInterface; } SingleInterface; struct { UCHAR NumberInterfaces; PVOID Pairs; UCHAR NumberOfConfiguredInterfaces; } MultiInterface; } Types;
} WDF_USB_DEVICE_SELECT_CONFIG_PARAMS, *PWDF_USB_DEVICE_SELECT_CONFIG_PARAMS;
typedef struct _WDF_USB_INTERFACE_SELECT_SETTING_PARAMS { ULONG Size; int Type; struct { struct { UCHAR SettingIndex; } Interface; } Types; } WDF_USB_INTERFACE_SELECT_SETTING_PARAMS, *PWDF_USB_INTERFACE_SELECT_SETTING_PARAMS;
typedef VOID EVT_WDF_USB_READER_COMPLETION_ROUTINE(WDFUSBPIPE Pipe, WDFMEMORY Buffer, size_t NumBytesTransferred, WDFCONTEXT Context);
typedef EVT_WDF_USB_READER_COMPLETION_ROUTINE *PFN_WDF_USB_READER_COMPLETION_ROUTINE;
typedef BOOLEAN EVT_WDF_USB_READERS_FAILED(WDFUSBPIPE Pipe, NTSTATUS Status, USBD_STATUS UsbdStatus);
typedef EVT_WDF_USB_READERS_FAILED *PFN_WDF_USB_READERS_FAILED;
typedef enum _WDF_USB_BMREQUEST_DIRECTION { BmRequestHostToDevice, BmRequestDeviceToHost } WDF_USB_BMREQUEST_DIRECTION;
typedef enum _WDF_USB_BMREQUEST_RECIPIENT { BmRequestToDevice, BmRequestToInterface, BmRequestToEndpoint, BmRequestToOther } WDF_USB_BMREQUEST_RECIPIENT;
typedef struct _WDF_USB_CONTROL_SETUP_PACKET { struct { UCHAR Type, bRequest; USHORT wValue, wIndex, wLength; } Packet; } WDF_USB_CONTROL_SETUP_PACKET, *PWDF_USB_CONTROL_SETUP_PACKET;
FORCEINLINE VOID WDF_USB_CONTROL_SETUP_PACKET_INIT_VENDOR(WDF_USB_CONTROL_SETUP_PACKET *c, WDF_USB_BMREQUEST_DIRECTION direction, WDF_USB_BMREQUEST_RECIPIENT recipient, UCHAR request, USHORT value, USHORT index)
{
	memset(c, 0, sizeof(*c));
	c->Packet.Type = (UCHAR)(direction << 7 | 2 << 5 | recipient);
	c->Packet.bRequest = request;
	c->Packet.wValue = value;
	c->Packet.wIndex = index;
}
typedef struct _WDF_USB_CONTINUOUS_READER_CONFIG { ULONG Size; size_t TransferLength, HeaderLength, TrailerLength; UCHAR NumPendingReads; PWDF_OBJECT_ATTRIBUTES BufferAttributes; PFN_WDF_USB_READER_COMPLETION_ROUTINE EvtUsbTargetPipeReadComplete; WDFCONTEXT EvtUsbTargetPipeReadCompleteContext; PFN_WDF_USB_READERS_FAILED EvtUsbTargetPipeReadersFailed; } WDF_USB_CONTINUOUS_READER_CONFIG, *PWDF_USB_CONTINUOUS_READER_CONFIG;
#define WDF_USB_DEVICE_CREATE_CONFIG_INIT(c, v) ((c)->Size = sizeof(*(c)), (void)((c)->USBDClientContractVersion = (v)))
#define WDF_USB_DEVICE_INFORMATION_INIT(c) ((void)((c)->Size = sizeof(*(c))))
#define WDF_USB_PIPE_INFORMATION_INIT(c) ((void)((c)->Size = sizeof(*(c))))
#define WDF_USB_DEVICE_SELECT_CONFIG_PARAMS_INIT_SINGLE_INTERFACE(c) ((c)->Size = sizeof(*(c)), (void)((c)->Type = 1))
#define WDF_USB_INTERFACE_SELECT_SETTING_PARAMS_INIT_SETTING(c, i) ((c)->Size = sizeof(*(c)), (void)((c)->Types.Interface.SettingIndex = (i)))
FORCEINLINE VOID WDF_USB_CONTINUOUS_READER_CONFIG_INIT(WDF_USB_CONTINUOUS_READER_CONFIG *c, PFN_WDF_USB_READER_COMPLETION_ROUTINE f, WDFCONTEXT context, size_t length)
{
	memset(c, 0, sizeof(*c));
	c->Size = sizeof(*c);
	c->EvtUsbTargetPipeReadComplete = f;
	c->EvtUsbTargetPipeReadCompleteContext = context;
	c->TransferLength = length;
}
NTSTATUS WdfUsbTargetPipeConfigContinuousReader(WDFUSBPIPE Pipe, PWDF_USB_CONTINUOUS_READER_CONFIG Config);
NTSTATUS WdfUsbTargetDeviceSendControlTransferSynchronously(WDFUSBDEVICE UsbDevice, WDFREQUEST Request, PWDF_REQUEST_SEND_OPTIONS RequestOptions, PWDF_USB_CONTROL_SETUP_PACKET SetupPacket, PWDF_MEMORY_DESCRIPTOR MemoryDescriptor, PULONG BytesTransferred);
NTSTATUS WdfUsbTargetDeviceCreateWithParameters(WDFDEVICE Device, PWDF_USB_DEVICE_CREATE_CONFIG Config, PWDF_OBJECT_ATTRIBUTES Attributes, WDFUSBDEVICE *UsbDevice);
NTSTATUS WdfUsbTargetDeviceCreate(WDFDEVICE Device, PWDF_OBJECT_ATTRIBUTES Attributes, WDFUSBDEVICE *UsbDevice);
NTSTATUS WdfUsbTargetDeviceRetrieveInformation(WDFUSBDEVICE UsbDevice, PWDF_USB_DEVICE_INFORMATION Information);
VOID WdfUsbTargetDeviceGetDeviceDescriptor(WDFUSBDEVICE UsbDevice, PUSB_DEVICE_DESCRIPTOR UsbDeviceDescriptor);
NTSTATUS WdfUsbTargetDeviceRetrieveConfigDescriptor(WDFUSBDEVICE UsbDevice, PVOID ConfigDescriptor, PUSHORT ConfigDescriptorLength);
NTSTATUS WdfUsbTargetDeviceSelectConfig(WDFUSBDEVICE UsbDevice, PWDF_OBJECT_ATTRIBUTES PipeAttributes, PWDF_USB_DEVICE_SELECT_CONFIG_PARAMS Params);
UCHAR WdfUsbTargetDeviceGetNumInterfaces(WDFUSBDEVICE UsbDevice);
WDFUSBINTERFACE WdfUsbTargetDeviceGetInterface(WDFUSBDEVICE UsbDevice, UCHAR InterfaceIndex);
WDFIOTARGET WdfUsbTargetDeviceGetIoTarget(WDFUSBDEVICE UsbDevice);
NTSTATUS WdfUsbTargetDeviceCreateUrb(WDFUSBDEVICE UsbDevice, PWDF_OBJECT_ATTRIBUTES Attributes, WDFMEMORY *UrbMemory, PURB *Urb);
NTSTATUS WdfUsbTargetDeviceCreateIsochUrb(WDFUSBDEVICE UsbDevice, PWDF_OBJECT_ATTRIBUTES Attributes, ULONG NumberOfIsochPackets, WDFMEMORY *UrbMemory, PURB *Urb);
NTSTATUS WdfUsbTargetDeviceIsConnectedSynchronous(WDFUSBDEVICE UsbDevice);
NTSTATUS WdfUsbTargetDeviceResetPortSynchronously(WDFUSBDEVICE UsbDevice);
NTSTATUS WdfUsbTargetDeviceRetrieveCurrentFrameNumber(WDFUSBDEVICE UsbDevice, PULONG CurrentFrameNumber);
UCHAR WdfUsbInterfaceGetInterfaceNumber(WDFUSBINTERFACE UsbInterface);
UCHAR WdfUsbInterfaceGetNumSettings(WDFUSBINTERFACE UsbInterface);
UCHAR WdfUsbInterfaceGetNumConfiguredPipes(WDFUSBINTERFACE UsbInterface);
WDFUSBPIPE WdfUsbInterfaceGetConfiguredPipe(WDFUSBINTERFACE UsbInterface, UCHAR PipeIndex, PWDF_USB_PIPE_INFORMATION PipeInfo);
NTSTATUS WdfUsbInterfaceSelectSetting(WDFUSBINTERFACE UsbInterface, PWDF_OBJECT_ATTRIBUTES PipesAttributes, PWDF_USB_INTERFACE_SELECT_SETTING_PARAMS Params);
VOID WdfUsbTargetPipeGetInformation(WDFUSBPIPE Pipe, PWDF_USB_PIPE_INFORMATION PipeInformation);
WDFIOTARGET WdfUsbTargetPipeGetIoTarget(WDFUSBPIPE Pipe);
BOOLEAN WdfUsbTargetPipeIsInEndpoint(WDFUSBPIPE Pipe);
BOOLEAN WdfUsbTargetPipeIsOutEndpoint(WDFUSBPIPE Pipe);
VOID WdfUsbTargetPipeSetNoMaximumPacketSizeCheck(WDFUSBPIPE Pipe);
USBD_PIPE_HANDLE WdfUsbTargetPipeWdmGetPipeHandle(WDFUSBPIPE UsbPipe);
NTSTATUS WdfUsbTargetPipeFormatRequestForRead(WDFUSBPIPE Pipe, WDFREQUEST Request, WDFMEMORY ReadMemory, PWDFMEMORY_OFFSET ReadOffset);
NTSTATUS WdfUsbTargetPipeFormatRequestForWrite(WDFUSBPIPE Pipe, WDFREQUEST Request, WDFMEMORY WriteMemory, PWDFMEMORY_OFFSET WriteOffset);
NTSTATUS WdfUsbTargetPipeFormatRequestForUrb(WDFUSBPIPE Pipe, WDFREQUEST Request, WDFMEMORY UrbMemory, PWDFMEMORY_OFFSET UrbMemoryOffset);
NTSTATUS WdfUsbTargetPipeSendUrbSynchronously(WDFUSBPIPE Pipe, WDFREQUEST Request, PWDF_REQUEST_SEND_OPTIONS RequestOptions, PURB Urb);
NTSTATUS WdfUsbTargetPipeAbortSynchronously(WDFUSBPIPE Pipe, WDFREQUEST Request, PWDF_REQUEST_SEND_OPTIONS RequestOptions);
NTSTATUS WdfUsbTargetPipeResetSynchronously(WDFUSBPIPE Pipe, WDFREQUEST Request, PWDF_REQUEST_SEND_OPTIONS RequestOptions);
#endif
