// The test page has no top layer.
HTMLElement.prototype.showPopover = () => undefined;
