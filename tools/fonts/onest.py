"""Creates the Latin and Cyrillic fonts of the interface from the package @fontsource-variable/onest. See packages/ui/src/fonts/README.md.

The files contain every letter and every OpenType feature of the original files, and only the weights that style sheets use. Weights outside
of them take a third of an original file.
"""

from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "node_modules/@fontsource-variable/onest/files"
TARGET = ROOT / "packages/ui/src/fonts"
WEIGHTS = (400, 700)

options = subset.Options(hinting=False, layout_features=["*"], name_IDs=[0, 1, 2, 4, 6, 13, 14], flavor="woff2", recalc_timestamp=False)
for letters in ("latin", "latin-ext", "cyrillic"):
    font = TTFont(SOURCE / f"onest-{letters}-wght-normal.woff2", recalcTimestamp=False)
    instancer.instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=list(font.getBestCmap()))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(TARGET / f"onest-{letters}-wght.woff2")
