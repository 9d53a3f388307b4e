import access from "@stillreel/i18n/en/access.json";
import { addTexts } from "../../platform/i18n.ts";

addTexts("access", access);
