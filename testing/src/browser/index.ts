export { ExtensionPopup } from "./extension-popup.ts";
export {
  chromiumPath,
  closeContexts,
  type ExtensionBrowser,
  FAKE_DEVICES,
  launchBrowser,
  launchWithExtension,
  type ProfileChoice,
  sharedBrowser,
} from "./launch-browser.ts";
export { unpackExtension } from "./unpack-extension.ts";
