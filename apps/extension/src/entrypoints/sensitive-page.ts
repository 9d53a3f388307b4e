import { defineUnlistedScript } from "wxt/utils/define-unlisted-script";
import { findBoxes } from "../capture/page/sensitive/find-boxes.ts";

// eslint-disable-next-line import/no-default-export -- WXT reads the default export
export default defineUnlistedScript(findBoxes);
