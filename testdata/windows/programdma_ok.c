// check: --platform windows --property race --rounds 1 --unwind 1 --timeout 6s
// expect: PROVED
// The framework has the driver program a transfer when it can, beside the request that asked for it.
#include <ntddk.h>
#include <wdf.h>

typedef struct _DEVICE_CONTEXT {
	WDFDMAENABLER Enabler;
	WDFDMATRANSACTION Transaction;
	WDFSPINLOCK Lock;
	LONG Count;
} DEVICE_CONTEXT, *PDEVICE_CONTEXT;
WDF_DECLARE_CONTEXT_TYPE_WITH_NAME(DEVICE_CONTEXT, GetContext)

DRIVER_INITIALIZE DriverEntry;
EVT_WDF_DRIVER_DEVICE_ADD DeviceAdd;
EVT_WDF_IO_QUEUE_IO_READ Read;
EVT_WDF_PROGRAM_DMA Program;

BOOLEAN Program(WDFDMATRANSACTION Transaction, WDFDEVICE Device, WDFCONTEXT Context, WDF_DMA_DIRECTION Direction, PSCATTER_GATHER_LIST SgList)
{
	PDEVICE_CONTEXT ctx = Context;

	UNREFERENCED_PARAMETER(Transaction);
	UNREFERENCED_PARAMETER(Device);
	UNREFERENCED_PARAMETER(Direction);
	UNREFERENCED_PARAMETER(SgList);
	WdfSpinLockAcquire(ctx->Lock);
	ctx->Count++;
	WdfSpinLockRelease(ctx->Lock);
	return TRUE;
}

VOID Read(WDFQUEUE Queue, WDFREQUEST Request, size_t Length)
{
	PDEVICE_CONTEXT ctx = GetContext(WdfIoQueueGetDevice(Queue));
	NTSTATUS status;

	UNREFERENCED_PARAMETER(Length);
	status = WdfDmaTransactionInitializeUsingRequest(ctx->Transaction, Request, Program, WdfDmaDirectionReadFromDevice);
	if (NT_SUCCESS(status))
		status = WdfDmaTransactionExecute(ctx->Transaction, ctx);
	WdfSpinLockAcquire(ctx->Lock);
	ctx->Count--;
	WdfSpinLockRelease(ctx->Lock);
	WdfRequestComplete(Request, status);
}

NTSTATUS DeviceAdd(WDFDRIVER Driver, PWDFDEVICE_INIT DeviceInit)
{
	WDF_OBJECT_ATTRIBUTES attributes;
	WDF_DMA_ENABLER_CONFIG dma;
	WDF_IO_QUEUE_CONFIG config;
	WDFDEVICE device;
	PDEVICE_CONTEXT ctx;
	NTSTATUS status;

	UNREFERENCED_PARAMETER(Driver);
	WDF_OBJECT_ATTRIBUTES_INIT_CONTEXT_TYPE(&attributes, DEVICE_CONTEXT);
	status = WdfDeviceCreate(&DeviceInit, &attributes, &device);
	if (!NT_SUCCESS(status))
		return status;
	ctx = GetContext(device);
	WDF_DMA_ENABLER_CONFIG_INIT(&dma, WdfDmaProfileScatterGather, 65536);
	status = WdfDmaEnablerCreate(device, &dma, WDF_NO_OBJECT_ATTRIBUTES, &ctx->Enabler);
	if (NT_SUCCESS(status))
		status = WdfDmaTransactionCreate(ctx->Enabler, WDF_NO_OBJECT_ATTRIBUTES, &ctx->Transaction);
	if (NT_SUCCESS(status))
		status = WdfSpinLockCreate(WDF_NO_OBJECT_ATTRIBUTES, &ctx->Lock);
	if (!NT_SUCCESS(status))
		return status;
	WDF_IO_QUEUE_CONFIG_INIT_DEFAULT_QUEUE(&config, WdfIoQueueDispatchSequential);
	config.EvtIoRead = Read;
	return WdfIoQueueCreate(device, &config, WDF_NO_OBJECT_ATTRIBUTES, WDF_NO_HANDLE);
}

NTSTATUS DriverEntry(PDRIVER_OBJECT DriverObject, PUNICODE_STRING RegistryPath)
{
	WDF_DRIVER_CONFIG config;

	WDF_DRIVER_CONFIG_INIT(&config, DeviceAdd);
	return WdfDriverCreate(DriverObject, RegistryPath, WDF_NO_OBJECT_ATTRIBUTES, &config, WDF_NO_HANDLE);
}
