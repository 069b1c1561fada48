/* USB devices: one interface, one pipe, and anything that a device says. */
#include <wdfusb.h>
#include <usbdlib.h>
#include <heddle_intrinsics.h>

static NTSTATUS outcome(void)
{
	NTSTATUS status = __heddle_nondet_int();

	return status < 0 ? status : STATUS_SUCCESS;
}

static WDFIOTARGET target(WDFDEVICE device)
{
	WDFIOTARGET t = __heddle_alloc(sizeof(*t), 1);

	t->Head.Device = device;
	t->State = WdfIoTargetStarted;
	return t;
}

NTSTATUS WdfUsbTargetDeviceCreate(WDFDEVICE device, PWDF_OBJECT_ATTRIBUTES a, WDFUSBDEVICE *out)
{
	WDFUSBDEVICE d;

	(void)a;
	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	d = __heddle_alloc(sizeof(*d), 1);
	d->Head.Device = device;
	d->Target = target(device);
	*out = d;
	return STATUS_SUCCESS;
}

NTSTATUS WdfUsbTargetDeviceCreateWithParameters(WDFDEVICE device, PWDF_USB_DEVICE_CREATE_CONFIG c, PWDF_OBJECT_ATTRIBUTES a, WDFUSBDEVICE *out) { (void)c; return WdfUsbTargetDeviceCreate(device, a, out); }

NTSTATUS WdfUsbTargetDeviceSelectConfig(WDFUSBDEVICE d, PWDF_OBJECT_ATTRIBUTES a, PWDF_USB_DEVICE_SELECT_CONFIG_PARAMS p)
{
	WDFUSBINTERFACE i;
	WDFUSBPIPE pipe;

	if (__heddle_nondet_bool())
		return STATUS_UNSUCCESSFUL;
	i = __heddle_alloc(sizeof(*i), 1);
	pipe = __heddle_alloc(sizeof(*pipe), 1);
	if (a && a->ContextTypeInfo)
		pipe->Head.Context = __heddle_alloc(a->ContextTypeInfo->ContextSize, 1);
	pipe->Head.Device = d->Head.Device;
	pipe->Target = target(d->Head.Device);
	i->Pipe[0] = pipe;
	i->Head.Device = d->Head.Device;
	d->Interface = i;
	p->Types.SingleInterface.ConfiguredUsbInterface = i;
	p->Types.SingleInterface.NumberConfiguredPipes = 1;
	return STATUS_SUCCESS;
}

WDFIOTARGET WdfUsbTargetDeviceGetIoTarget(WDFUSBDEVICE d) { return d->Target; }
WDFUSBINTERFACE WdfUsbTargetDeviceGetInterface(WDFUSBDEVICE d, UCHAR index) { (void)index; return d->Interface; }
UCHAR WdfUsbTargetDeviceGetNumInterfaces(WDFUSBDEVICE d) { (void)d; return 1; }
UCHAR WdfUsbInterfaceGetNumConfiguredPipes(WDFUSBINTERFACE i) { (void)i; return 1; }

static void information(PWDF_USB_PIPE_INFORMATION p)
{
	p->MaximumPacketSize = __heddle_nondet_uint() & 0xfff;
	p->PipeType = (WDF_USB_PIPE_TYPE)(__heddle_nondet_uint() % 5);
	p->EndpointAddress = (UCHAR)__heddle_nondet_uint();
	p->MaximumTransferSize = __heddle_nondet_uint();
}

WDFUSBPIPE WdfUsbInterfaceGetConfiguredPipe(WDFUSBINTERFACE i, UCHAR index, PWDF_USB_PIPE_INFORMATION p)
{
	if (index)
		return NULL;
	if (p)
		information(p);
	return i->Pipe[0];
}

void WdfUsbTargetPipeGetInformation(WDFUSBPIPE pipe, PWDF_USB_PIPE_INFORMATION p) { (void)pipe; information(p); }
static char handle; /* of the one pipe; what it leads to is for nobody but the bus */

USBD_PIPE_HANDLE WdfUsbTargetPipeWdmGetPipeHandle(WDFUSBPIPE pipe) { (void)pipe; return &handle; }
WDFIOTARGET WdfUsbTargetPipeGetIoTarget(WDFUSBPIPE pipe) { return pipe->Target; }

NTSTATUS WdfUsbTargetDeviceRetrieveInformation(WDFUSBDEVICE d, PWDF_USB_DEVICE_INFORMATION p)
{
	(void)d;
	p->Traits = __heddle_nondet_uint();
	return outcome();
}

void WdfUsbTargetDeviceGetDeviceDescriptor(WDFUSBDEVICE d, PUSB_DEVICE_DESCRIPTOR p) { (void)d; __heddle_fill_any(p, sizeof(*p)); }

/* The configuration, its interface, and the endpoint of the pipe: kinds and lengths are as they have to be, because the bus does not take others, and loops over them end. */
#define DESCRIPTORS (sizeof(USB_CONFIGURATION_DESCRIPTOR) + sizeof(USB_INTERFACE_DESCRIPTOR) + sizeof(USB_ENDPOINT_DESCRIPTOR))

static UCHAR *descriptor(UCHAR *p, UCHAR n, UCHAR type)
{
	p[0] = n;
	p[1] = type;
	return p + n;
}

NTSTATUS WdfUsbTargetDeviceRetrieveConfigDescriptor(WDFUSBDEVICE d, PVOID to, PUSHORT n)
{
	UCHAR *p = to;

	(void)d;
	if (!p || *n < DESCRIPTORS) {
		*n = DESCRIPTORS;
		return __heddle_nondet_bool() ? STATUS_BUFFER_TOO_SMALL : STATUS_UNSUCCESSFUL;
	}
	if (__heddle_nondet_bool())
		return STATUS_UNSUCCESSFUL;
	__heddle_fill_any(p, DESCRIPTORS);
	((PUSB_CONFIGURATION_DESCRIPTOR)p)->wTotalLength = DESCRIPTORS;
	p = descriptor(p, sizeof(USB_CONFIGURATION_DESCRIPTOR), USB_CONFIGURATION_DESCRIPTOR_TYPE);
	p = descriptor(p, sizeof(USB_INTERFACE_DESCRIPTOR), USB_INTERFACE_DESCRIPTOR_TYPE);
	descriptor(p, sizeof(USB_ENDPOINT_DESCRIPTOR), USB_ENDPOINT_DESCRIPTOR_TYPE);
	*n = DESCRIPTORS;
	return STATUS_SUCCESS;
}

NTSTATUS WdfUsbTargetDeviceRetrieveCurrentFrameNumber(WDFUSBDEVICE d, PULONG n)
{
	(void)d;
	*n = __heddle_nondet_uint();
	return outcome();
}

NTSTATUS WdfUsbTargetPipeSendUrbSynchronously(WDFUSBPIPE pipe, WDFREQUEST request, PWDF_REQUEST_SEND_OPTIONS options, PURB urb)
{
	(void)pipe;
	(void)request;
	(void)options;
	urb->UrbHeader.Status = __heddle_nondet_int();
	return outcome();
}

NTSTATUS USBD_CreateHandle(PDEVICE_OBJECT device, PDEVICE_OBJECT target, ULONG version, ULONG tag, USBD_HANDLE *out)
{
	(void)device;
	(void)target;
	(void)version;
	(void)tag;
	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	*out = __heddle_alloc(8, 1);
	return STATUS_SUCCESS;
}

NTSTATUS USBD_QueryUsbCapability(USBD_HANDLE h, const GUID *type, ULONG n, PUCHAR out, PULONG result)
{
	(void)h;
	(void)type;
	if (n)
		__heddle_fill_any(out, n);
	if (result)
		*result = n;
	return outcome();
}

NTSTATUS USBD_UrbAllocate(USBD_HANDLE h, PURB *out)
{
	(void)h;
	if (__heddle_nondet_bool())
		return STATUS_INSUFFICIENT_RESOURCES;
	*out = __heddle_alloc(sizeof(URB), 1);
	return STATUS_SUCCESS;
}

void USBD_UrbFree(USBD_HANDLE h, PURB urb) { (void)h; __heddle_free(urb); }

PUSB_INTERFACE_DESCRIPTOR USBD_ParseConfigurationDescriptorEx(PUSB_CONFIGURATION_DESCRIPTOR d, PVOID at, LONG number, LONG setting, LONG class, LONG sub, LONG protocol)
{
	(void)d->bLength;
	(void)at;
	(void)number;
	(void)setting;
	(void)class;
	(void)sub;
	(void)protocol;
	return __heddle_nondet_bool() ? NULL : (PUSB_INTERFACE_DESCRIPTOR)__heddle_alloc(sizeof(USB_INTERFACE_DESCRIPTOR), 0);
}

PUSB_COMMON_DESCRIPTOR USBD_ParseDescriptors(PVOID d, ULONG n, PVOID at, LONG type)
{
	(void)d;
	(void)n;
	(void)at;
	(void)type;
	return __heddle_nondet_bool() ? NULL : (PUSB_COMMON_DESCRIPTOR)__heddle_alloc(64, 0);
}

USBD_STATUS USBD_ValidateConfigurationDescriptor(PUSB_CONFIGURATION_DESCRIPTOR d, ULONG n, USHORT level, PUCHAR *offset, ULONG tag)
{
	(void)level;
	(void)tag;
	if (n)
		__heddle_touch(d, n);
	*offset = (PUCHAR)d;
	return __heddle_nondet_int();
}
