import install from "@stillreel/i18n/en/install.json";
import { addTexts } from "../../platform/i18n.ts";

addTexts("install", install);
