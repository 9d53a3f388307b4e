import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { chooseArea } from "../capture/page/choose-area.ts";

// eslint-disable-next-line import/no-default-export -- WXT reads the default export
export default defineUnlistedScript(() => {
  Object.assign(globalThis, { stillreelChoose: chooseArea });
});
