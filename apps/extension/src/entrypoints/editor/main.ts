import "@fontsource-variable/onest/wght.css";
import "@stillreel/ui/tokens.css";
import "../../editor/editor-page.css";
import { startEditorPage } from "../../editor/start.tsx";

void startEditorPage();
