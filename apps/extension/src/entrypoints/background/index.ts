import { defineBackground } from "wxt/utils/define-background";
import { startBackground } from "../../app/background/start.ts";

// eslint-disable-next-line import/no-default-export -- WXT reads the default export
export default defineBackground({ type: "module", main: startBackground });
