import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { chooseElement } from "../capture/page/choose-element.ts";

// eslint-disable-next-line import/no-default-export -- WXT reads the default export
export default defineUnlistedScript(() => {
  Object.assign(globalThis, { stillreelChoose: chooseElement });
});
