import account from "@stillreel/i18n/en/account.json";
import { addTexts } from "../../platform/i18n.ts";

addTexts("account", account);
