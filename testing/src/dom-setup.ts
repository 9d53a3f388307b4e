// Component tests wait for what appears as long as it takes on a busy machine: 1 s, the library's own limit, is too short there.
import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 5_000 });
