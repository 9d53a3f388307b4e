import { english } from "@stillreel/watch/texts";
import { addTexts } from "../../platform/i18n.ts";

addTexts("watch", english);
