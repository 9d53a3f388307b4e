import "@fontsource-variable/onest/wght.css";
import "@stillreel/ui/tokens.css";
import "../../permission/permission.css";
import { startPermissionPage } from "../../permission/start.tsx";

void startPermissionPage();
