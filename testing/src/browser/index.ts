export { ExtensionPopup } from "./extension-popup.ts";
export { chromiumPath, type ExtensionBrowser, launchBrowser, launchWithExtension } from "./launch-browser.ts";
export { unpackExtension } from "./unpack-extension.ts";
