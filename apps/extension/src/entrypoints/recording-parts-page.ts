import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { equipRecording } from "../record/page/recording-parts.ts";

// eslint-disable-next-line import/no-default-export -- WXT reads the default export
export default defineUnlistedScript(equipRecording);
