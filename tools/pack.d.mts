/** Returns the folders of the packages that the built server loads. */
export function packagesOfServer(packages: Record<string, object>): string[];
