import recorder from "@stillreel/i18n/en/recorder.json";
import { addTexts } from "../../i18n.ts";

addTexts("recorder", recorder);
