import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { equipRecording } from "../recording-page/recording-parts.ts";

// eslint-disable-next-line import/no-default-export -- WXT reads the default export
export default defineUnlistedScript(equipRecording);
