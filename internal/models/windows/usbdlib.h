/* The library of USB client drivers. */
#ifndef HEDDLE_USBDLIB_H
#define HEDDLE_USBDLIB_H
#include <usb.h>
NTSTATUS USBD_CreateHandle(PDEVICE_OBJECT DeviceObject, PDEVICE_OBJECT TargetDeviceObject, ULONG USBDClientContractVersion, ULONG PoolTag, USBD_HANDLE *USBDHandle);
VOID USBD_CloseHandle(USBD_HANDLE USBDHandle);
NTSTATUS USBD_QueryUsbCapability(USBD_HANDLE USBDHandle, const GUID *CapabilityType, ULONG OutputBufferLength, PUCHAR OutputBuffer, PULONG ResultLength);
NTSTATUS USBD_UrbAllocate(USBD_HANDLE USBDHandle, PURB *Urb);
VOID USBD_UrbFree(USBD_HANDLE USBDHandle, PURB Urb);
PUSB_INTERFACE_DESCRIPTOR USBD_ParseConfigurationDescriptorEx(PUSB_CONFIGURATION_DESCRIPTOR ConfigurationDescriptor, PVOID StartPosition, LONG InterfaceNumber, LONG AlternateSetting, LONG InterfaceClass, LONG InterfaceSubClass, LONG InterfaceProtocol);
PUSB_COMMON_DESCRIPTOR USBD_ParseDescriptors(PVOID DescriptorBuffer, ULONG TotalLength, PVOID StartPosition, LONG DescriptorType);
USBD_STATUS USBD_ValidateConfigurationDescriptor(PUSB_CONFIGURATION_DESCRIPTOR ConfigDesc, ULONG BufferLength, USHORT Level, PUCHAR *Offset, ULONG Tag);
#define UsbBuildInterruptOrBulkTransferRequest(urb, length, pipe, buffer, mdl, n, flags, link) \
	((urb)->UrbHeader.Function = URB_FUNCTION_BULK_OR_INTERRUPT_TRANSFER, (urb)->UrbHeader.Length = (USHORT)(length), (urb)->UrbBulkOrInterruptTransfer.PipeHandle = (pipe), \
	(urb)->UrbBulkOrInterruptTransfer.TransferBufferLength = (n), (urb)->UrbBulkOrInterruptTransfer.TransferBufferMDL = (mdl), (urb)->UrbBulkOrInterruptTransfer.TransferBuffer = (buffer), \
	(urb)->UrbBulkOrInterruptTransfer.TransferFlags = (flags), (void)((urb)->UrbBulkOrInterruptTransfer.UrbLink = (link)))
#endif
