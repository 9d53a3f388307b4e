import video from "@stillreel/i18n/en/video.json";
import { addTexts } from "../../../platform/i18n.ts";

addTexts("video", video);
