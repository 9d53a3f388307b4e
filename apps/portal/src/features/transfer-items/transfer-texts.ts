import access from "@stillreel/i18n/en/access.json";
import { addTexts } from "../../i18n.ts";

addTexts("access", access);
