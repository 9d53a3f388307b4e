// The page stands already: this only brings what comes after its first frame.
if (document.documentElement.dataset["item"] !== undefined) void import("./app.tsx").then(({ start }) => start());
