import "@fontsource-variable/onest/wght.css";
import "@stillreel/ui/tokens.css";
import "../../popup/popup.css";
import "../../shared/switch.css";
import "../../popup/record.css";
import { startPopup } from "../../popup/start.tsx";

void startPopup();
