export { ExtensionPopup } from "./extension-popup.ts";
export {
  chromiumPath,
  type ExtensionBrowser,
  FAKE_DEVICES,
  launchBrowser,
  launchWithExtension,
  type ProfileChoice,
} from "./launch-browser.ts";
export { unpackExtension } from "./unpack-extension.ts";
