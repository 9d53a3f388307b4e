import "@fontsource-variable/onest/wght.css";
import "@stillreel/ui/tokens.css";
import "../../shared/switch.css";
import "../../options/options.css";
import { startOptions } from "../../options/start.tsx";

void startOptions();
