import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { installFullPage } from "../capture/page/full-page/install.ts";

// eslint-disable-next-line import/no-default-export -- WXT reads the default export
export default defineUnlistedScript(installFullPage);
