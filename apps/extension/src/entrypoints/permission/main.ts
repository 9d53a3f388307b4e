import "@fontsource-variable/onest/wght.css";
import "@stillreel/ui/tokens.css";
import "@stillreel/ui/focus-ring.css";
import "../../record/ui/permission/permission.css";
import { startPermissionPage } from "../../record/ui/permission/start.tsx";

void startPermissionPage();
