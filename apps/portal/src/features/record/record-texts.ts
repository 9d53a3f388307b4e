import recorder from "@stillreel/i18n/en/recorder.json";
import { addTexts } from "../../platform/i18n.ts";

addTexts("recorder", recorder);
