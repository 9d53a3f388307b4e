import install from "@stillreel/i18n/en/install.json";
import { addTexts } from "../../i18n.ts";

addTexts("install", install);
