import "@fontsource-variable/onest/wght.css";
import "@stillreel/ui/tokens.css";
import "@stillreel/ui/focus-ring.css";
import "@stillreel/ui/visually-hidden.css";
import "../../app/popup/popup.css";
import "../../app/popup/popup-status.css";
import "../../shared/ui/switch.css";
import "../../record/ui/popup/record.css";
import { startPopup } from "../../app/popup/start.tsx";

void startPopup();
