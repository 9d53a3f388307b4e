import workspaces from "@stillreel/i18n/en/workspaces.json";
import { addTexts } from "../../platform/i18n.ts";

addTexts("workspaces", workspaces);
