import "@fontsource-variable/onest/wght.css";
import "@stillreel/ui/tokens.css";
import "@stillreel/ui/focus-ring.css";
import "@stillreel/ui/visually-hidden.css";
import "../../capture/ui/editor/editor-page.css";
import { startEditorPage } from "../../capture/ui/editor/start.tsx";

void startEditorPage();
