import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { installFullPageParts } from "../capture/page/full-page/parts.ts";

// eslint-disable-next-line import/no-default-export -- WXT reads the default export
export default defineUnlistedScript(installFullPageParts);
