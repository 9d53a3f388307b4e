import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { chooseRecordedPart } from "../record/page/choose-part.ts";

// eslint-disable-next-line import/no-default-export -- WXT reads the default export
export default defineUnlistedScript(() => {
  Object.assign(globalThis, { stillreelChoosePart: chooseRecordedPart });
});
