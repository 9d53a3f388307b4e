import { english } from "@stillreel/watch/texts";
import { addTexts } from "../../i18n.ts";

addTexts("watch", english);
