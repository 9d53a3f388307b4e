import "@fontsource-variable/onest/wght.css";
import "@stillreel/ui/tokens.css";
import "@stillreel/ui/focus-ring.css";
import "../../shared/ui/switch.css";
import "../../app/options/options.css";
import { startOptions } from "../../app/options/start.tsx";

void startOptions();
