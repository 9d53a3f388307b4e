import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { installFullPage } from "../full-page/page/install.ts";

// eslint-disable-next-line import/no-default-export -- WXT reads the default export
export default defineUnlistedScript(installFullPage);
