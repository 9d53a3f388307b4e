// Component tests need a longer timeout on a busy machine: the library's default of 1 s is too short.
import { configure } from "@testing-library/react";

configure({ asyncUtilTimeout: 5_000 });
