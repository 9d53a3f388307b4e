"""Creates the Latin and Cyrillic fonts of the interface from the package @fontsource-variable/onest. See packages/ui/src/fonts/README.md.

The files contain every letter and every OpenType feature of the original files, and only the weights that style sheets use. Weights outside
of them take a third of an original file. The Cyrillic file also has the Bulgarian letter U+045D, which Onest does not have.
"""

from copy import deepcopy
from pathlib import Path

from fontTools import subset
from fontTools.ttLib import TTFont
from fontTools.varLib import instancer

ROOT = Path(__file__).parents[2]
SOURCE = ROOT / "node_modules/@fontsource-variable/onest/files"
TARGET = ROOT / "packages/ui/src/fonts"
WEIGHTS = (400, 700)
BULGARIAN_I = 0x045D


def source(letters):
    return TTFont(SOURCE / f"onest-{letters}-wght-normal.woff2", recalcTimestamp=False)


def copy_glyph(name, origin, target):
    """Copies an outline with its changes by weight."""
    target.setGlyphOrder([*target.getGlyphOrder(), name])
    target["glyf"][name] = deepcopy(origin["glyf"][name])
    target["gvar"].variations[name] = deepcopy(origin["gvar"].variations.get(name, []))
    target["hmtx"][name] = origin["hmtx"][name]


def accent_of(font, name):
    """Returns the second component of a letter, and its movement by weight."""
    return font["glyf"][name].components[1], {str(one.axes): one.coordinates[1] or (0, 0) for one in font["gvar"].variations[name]}


def add_bulgarian_i(font):
    """Adds the letter from its parts: the accent of the Latin letters, where the accent of the short i is, as the two accents are on the A."""
    latin = source("latin")
    grave, grave_moves = accent_of(latin, "Agrave")
    breve, breve_moves = accent_of(font, "Abreve")
    name = f"uni{BULGARIAN_I:04X}"
    copy_glyph(grave.glyphName, latin, font)
    font.setGlyphOrder([*font.getGlyphOrder(), name])
    letter = font["glyf"][name] = deepcopy(font["glyf"]["uni0439"])
    accent = letter.components[1]
    accent.glyphName = grave.glyphName
    accent.x += grave.x - breve.x
    accent.y += grave.y - breve.y
    moves = deepcopy(font["gvar"].variations["uni0439"])
    for one in moves:
        of_grave, of_breve = grave_moves[str(one.axes)], breve_moves[str(one.axes)]
        x, y = one.coordinates[1] or (0, 0)
        one.coordinates[1] = (x + of_grave[0] - of_breve[0], y + of_grave[1] - of_breve[1])
    font["gvar"].variations[name] = moves
    font["hmtx"][name] = font["hmtx"]["uni0439"]
    widths = font["HVAR"].table.AdvWidthMap.mapping
    widths[name] = widths["uni0439"]
    widths[grave.glyphName] = widths["uni0306"]
    for table in font["cmap"].tables:
        if table.isUnicode():
            table.cmap[BULGARIAN_I] = name


options = subset.Options(hinting=False, layout_features=["*"], name_IDs=[0, 1, 2, 4, 6, 13, 14], flavor="woff2", recalc_timestamp=False)
for letters in ("latin", "latin-ext", "cyrillic"):
    font = source(letters)
    if letters == "cyrillic":
        add_bulgarian_i(font)
    instancer.instantiateVariableFont(font, {"wght": WEIGHTS}, inplace=True)
    subsetter = subset.Subsetter(options)
    subsetter.populate(unicodes=list(font.getBestCmap()))
    subsetter.subset(font)
    font.flavor = "woff2"
    font.save(TARGET / f"onest-{letters}-wght.woff2")
