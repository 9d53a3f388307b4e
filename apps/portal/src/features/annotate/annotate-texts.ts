import { english } from "@stillreel/editor/texts";
import annotate from "@stillreel/i18n/en/annotate.json";
import { addTexts } from "../../platform/i18n.ts";

addTexts("annotate", annotate);
addTexts("editor", english);
