import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { showRecording } from "../record/page/recording-page.ts";

// eslint-disable-next-line import/no-default-export -- WXT reads the default export
export default defineUnlistedScript(() => {
  Object.assign(globalThis, { stillreelRecord: showRecording });
});
