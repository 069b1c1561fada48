/* References to objects of the kernel, which count them: whoever takes one gets the object itself. */

void *get_device(void *p) { return p; }
void *kobject_get(void *p) { return p; }
void *usb_get_dev(void *p) { return p; }
void *usb_get_intf(void *p) { return p; }
void *usb_get_urb(void *p) { return p; }
void *pci_dev_get(void *p) { return p; }
void *fwnode_handle_get(void *p) { return p; }
void *of_node_get(void *p) { return p; }
