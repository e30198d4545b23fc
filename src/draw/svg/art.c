/* The drawings of pieces and cards as SVG text, with the replacements of pen.h.

   A new piece needs an entry in `arts`. An entry for both kind and material is used first, then one for ASC_SVG_ANY,
   then the plain disc. */
#include "art.h"

#include <stdio.h>
#include <string.h>

enum { SET_PAWNS, SET_MARBLES, SET_TOKENS, SET_PIECES, SET_PLAIN, SET_COUNT };

/* Turned wood, lit from the upper left, and its soft shadow: for the pawns of Delta and the pieces of Circle Delta. */
#define WOOD_GRADIENTS                                                                        \
  "<radialGradient id='@sh'><stop offset='.62' stop-color='#1a120b' stop-opacity='.5'/>"      \
  "<stop offset='.8' stop-color='#1a120b' stop-opacity='.22'/>"                               \
  "<stop offset='1' stop-color='#1a120b' stop-opacity='0'/></radialGradient>\n"               \
  "<radialGradient id='@gw' cx='.36' cy='.3' r='.85'><stop offset='0' stop-color='#fffdf6'/>" \
  "<stop offset='.6' class='@s1'/><stop offset='1' stop-color='#dccca8'/></radialGradient>\n" \
  "<radialGradient id='@gb' cx='.36' cy='.3' r='.85'><stop offset='0' stop-color='#4d443e'/>" \
  "<stop offset='.42' class='@s2'/><stop offset='1' stop-color='#0e0b09'/></radialGradient>\n"

/* Gradient stops that follow the theme. They are classes because a strict content security policy forbids style
   attributes. */
#define STOPS ".@s1{stop-color:%ivory}.@s2{stop-color:%ebony}.@s3{stop-color:%vermilion}"

/* A Reuleaux triangle with rounded corners; its width is 39.1 units. */
#define TRIANGLE                                                                                        \
  "M5.1 -19.1A39.1 39.1 0 0 1 19.1 5.2Q19.6 11.3 14 13.9A39.1 39.1 0 0 1 -14 13.9Q-19.6 11.3 -19.1 5.2" \
  "A39.1 39.1 0 0 1 -5.1 -19.1Q0 -22.6 5.1 -19.1Z"
#define OCTAGON "M10.5 4.4L4.4 10.5L-4.4 10.5L-10.5 4.4L-10.5 -4.4L-4.4 -10.5L4.4 -10.5L10.5 -4.4Z"
#define DIAMOND "M-2.6 -10Q0 -13 2.6 -10L10 -2.6Q13 0 10 2.6L2.6 10Q0 13 -2.6 10L-10 2.6Q-13 0 -10 -2.6Z"
#define CROSS "M-5.5 -13.8H5.5V-5.5H13.8V5.5H5.5V13.8H-5.5V5.5H-13.8V-5.5H-5.5Z"

static const struct {
  const char *styles, *gradients;
} sets[SET_COUNT] = {
    [SET_PAWNS] = {STOPS ".@eb{fill:none;stroke:%ebony;stroke-opacity:.55}.@ea{fill:none;stroke:%ebony}"
                         ".@gv{fill:none;stroke:%walnut;stroke-width:2.4}.@dot{fill:%ivory}"
                         ".@rim{fill:%ivory;stroke:%ebony;stroke-opacity:.6;stroke-width:.8}"
                         ".@ri{fill:none;stroke:%ivory;stroke-width:6.2}\n",
                   WOOD_GRADIENTS
                   "<radialGradient id='@gr' cx='.36' cy='.3' r='.9'><stop offset='0' stop-color='#e8694c'/>"
                   "<stop offset='.5' class='@s3'/>"
                   "<stop offset='1' stop-color='#86240f'/></radialGradient>\n"
                   "<path id='@tri' d='" TRIANGLE "'/>\n"},
    [SET_MARBLES] = {STOPS ".@rb{fill:%ivory}\n",
                     "<radialGradient id='@ms'><stop offset='.76' stop-color='#1a0f06' stop-opacity='.5'/>"
                     "<stop offset='1' stop-color='#1a0f06' stop-opacity='0'/></radialGradient>\n"
                     "<radialGradient id='@mr' cx='.42' cy='.4' r='.66'><stop offset='0' stop-color='#dd5738'/>"
                     "<stop offset='.4' class='@s3'/><stop offset='.74' stop-color='#7d1c0b'/>"
                     "<stop offset='1' stop-color='#3a0a03'/></radialGradient>\n"
                     "<radialGradient id='@mb' cx='.42' cy='.4' r='.66'><stop offset='0' stop-color='#4c4743'/>"
                     "<stop offset='.5' class='@s2'/><stop offset='1' stop-color='#080606'/></radialGradient>\n"
                     "<radialGradient id='@gl' cx='.66' cy='.69' r='.3'><stop offset='0' stop-color='#ffb38e' "
                     "stop-opacity='.7'/><stop offset='1' stop-color='#ff8a5c' stop-opacity='0'/></radialGradient>\n"
                     "<radialGradient id='@gk' cx='.7' cy='.74' r='.4'><stop offset='0' stop-color='#9fc3d0' "
                     "stop-opacity='.5'/><stop offset='1' stop-color='#9fc3d0' stop-opacity='0'/></radialGradient>\n"},
    [SET_TOKENS] = {".@ps{fill:#0a1218;opacity:.2;stroke:#0a1218;stroke-width:6;stroke-linejoin:round}"
                    ".@pe{fill:%ebony;stroke:%ebony;stroke-width:7;stroke-linejoin:round}"
                    ".@pi{fill:%ivory;stroke:%ivory;stroke-width:5.4;stroke-linejoin:round}"
                    ".@c1,.@c2,.@c3,.@c4{stroke-width:1;stroke-linejoin:round}"
                    ".@c1{fill:%vermilion;stroke:%vermilion}.@c2{fill:%ebony;stroke:%ebony}"
                    ".@c3{fill:%leaf;stroke:%leaf}.@c4{fill:%glow;stroke:%walnut}"
                    ".@f1,.@f2,.@f3{fill:none;stroke:%ivory;stroke-width:1.8;stroke-linejoin:round}"
                    ".@f4{fill:none;stroke:%walnut;stroke-width:1.8}\n",
                    "<linearGradient id='@pl' x1='0' y1='0' x2='1' y2='1'><stop offset='0' stop-color='#fff' "
                    "stop-opacity='.38'/><stop offset='.5' stop-color='#fff' stop-opacity='0'/>"
                    "<stop offset='1' stop-color='#000' stop-opacity='.28'/></linearGradient>\n"},
    [SET_PIECES] = {STOPS
                    ".@eb{fill:none;stroke:%ebony;stroke-width:1.5}.@gv{fill:none;stroke:%walnut;stroke-width:2.1}"
                    ".@dot{fill:%ivory}.@vo{fill:%vermilion;stroke:#7d1c0b;stroke-width:1.2;stroke-linejoin:round}"
                    ".@iv{fill:none;stroke:%ivory;stroke-linecap:round;stroke-linejoin:round}"
                    ".@lf{fill:%leaf;stroke:#17401f;stroke-width:1.2;stroke-linejoin:round}\n",
                    WOOD_GRADIENTS
                    "<linearGradient id='@lt' x1='.15' y1='.1' x2='.85' y2='.9'><stop offset='0' "
                    "stop-color='#fff' stop-opacity='.12'/><stop offset='.5' stop-color='#fff' stop-opacity='0'/>"
                    "<stop offset='1' stop-color='#000' stop-opacity='.34'/></linearGradient>\n"},
    [SET_PLAIN] =
        {".@p0{fill:%vermilion}.@p1{fill:%ivory}.@p2{fill:%ebony}.@p3{fill:%leaf}.@p4{fill:%pear}"
         ".@p0,.@p1,.@p2,.@p3,.@p4{stroke:%ebony;stroke-width:1.5}"
         ".@l0,.@l1,.@l2,.@l3,.@l4{font:600 11px 'Helvetica Neue',Helvetica,Arial,sans-serif;text-anchor:middle;"
         "fill:%ivory}.@l1,.@l4{fill:%ebony}\n",
         ""},
};

#define PAWN_SHADOW "<circle cx='2' cy='3' r='25' fill='url(#@sh)'/>"
#define PIECE_SHADOW "<circle cx='1.2' cy='1.8' r='13.6' fill='url(#@sh)'/>"
#define MARBLE_SHADOW "<circle cx='1.6' cy='2.4' r='18.6' fill='url(#@ms)'/>"
#define MARBLE_LIGHT \
  "<ellipse cx='-6' cy='-7.4' rx='3.6' ry='2.2' transform='rotate(-42 -6 -7.4)' fill='#fff' opacity='.92'/>"
/* A flat pawn with an ivory band inside an ebony line. `form` is its outline, drawn at three sizes; `n` is the number
   of the player; `sign` is the mark on top. */
#define TOKEN(form, n, sign)                                                                     \
  "<path d='" form "' class='@ps' transform='translate(3 4.4)'/><path d='" form                  \
  "' class='@ps' transform='translate(1.6 2.4)'/><path d='" form "' class='@pe'/><path d='" form \
  "' class='@pi'/><g transform='scale(.955)'><path d='" form "' class='@c" n "'/><path d='" form \
  "' fill='url(#@pl)'/></g><path d='" sign "' class='@f" n "'/>"

static const asc_svg_art arts[] = {
    {"white", ASC_SVG_SQUARES, SET_PAWNS, "pw", 60, 20,
     PAWN_SHADOW
     "<circle r='20' fill='url(#@gw)'/><circle r='19.5' class='@eb'/>"
     "<circle r='16.6' fill='none' stroke='#fff' stroke-width='.8' opacity='.75'/><circle r='9.5' class='@gv'/>",
     NULL},
    {"black", ASC_SVG_SQUARES, SET_PAWNS, "pb", 60, 20,
     PAWN_SHADOW
     "<circle r='20' fill='url(#@gb)'/><circle r='19.6' class='@ea' stroke-width='.8'/>"
     "<path d='M-15.5-6A16.6 16.6 0 0 1 3-16.3' fill='none' stroke='#fff' stroke-linecap='round' opacity='.45'/>"
     "<circle r='4.6' class='@dot'/>",
     NULL},
    {"red", ASC_SVG_SQUARES, SET_PAWNS, "pr", 60, 20,
     "<g transform='translate(0 2)'><use href='#@tri' transform='translate(2 2.8)scale(1.09)' fill='#1a120b' "
     "opacity='.28'/>"
     "<use href='#@tri' transform='translate(1 1.4)scale(1.02)' fill='#1a120b' opacity='.3'/><use href='#@tri' "
     "class='@rim'/>"
     "<use href='#@tri' transform='scale(.86)' fill='url(#@gr)'/><use href='#@tri' transform='scale(.355)' "
     "class='@ri'/></g>",
     TRIANGLE},
    {"red", ASC_SVG_TILES, SET_MARBLES, "mr-", 44, 16,
     MARBLE_SHADOW "<circle r='16' fill='url(#@mr)'/><path d='M-4.4-13.8C7.5-9 2.6-2.6 0 0S-7.5 9 4.4 13.8"
                   "C-.6 14.2-11 9-4.4 0-1.6-3.8 1-8.4-4.4-13.8Z' class='@rb' opacity='.93'/><circle r='16' "
                   "fill='url(#@gl)'/>" MARBLE_LIGHT,
     NULL},
    {"black", ASC_SVG_TILES, SET_MARBLES, "mb-", 44, 16,
     MARBLE_SHADOW "<circle r='16' fill='url(#@mb)'/><circle r='16' fill='url(#@gk)'/>" MARBLE_LIGHT, NULL},
    {"pawn-1", ASC_SVG_ANY, SET_TOKENS, "t1", 80.8, 16.5,
     TOKEN("M0 -13A13 13 0 1 1 0 13A13 13 0 1 1 0 -13Z", "1", "M0 -6A6 6 0 1 1 0 6A6 6 0 1 1 0 -6Z"), NULL},
    {"pawn-2", ASC_SVG_ANY, SET_TOKENS, "t2", 80.8, 16.5,
     TOKEN("M-11.4 -11.4H11.4V11.4H-11.4Z", "2", "M-5.3 -5.3H5.3V5.3H-5.3Z"), NULL},
    {"pawn-3", ASC_SVG_ANY, SET_TOKENS, "t3", 80.8, 17, TOKEN("M0 -15.7L15.1 10.9H-15.1Z", "3", "M0 -7.2L7 5H-7Z"),
     NULL},
    {"pawn-4", ASC_SVG_ANY, SET_TOKENS, "t4", 80.8, 17,
     TOKEN(CROSS, "4", "M0 -3.2A3.2 3.2 0 1 1 0 3.2A3.2 3.2 0 1 1 0 -3.2Z"), NULL},
    {"white", ASC_SVG_ANY, SET_PIECES, "w", 24, 11,
     PIECE_SHADOW "<circle r='10.6' fill='url(#@gw)'/><circle r='10' class='@eb'/><circle r='5.2' class='@gv'/>", NULL},
    {"black", ASC_SVG_ANY, SET_PIECES, "b", 24, 11,
     PIECE_SHADOW
     "<circle r='10.8' fill='url(#@gb)'/><path d='M-8.2-3.2A8.8 8.8 0 0 1 1.6-8.6' fill='none' stroke='#fff' "
     "stroke-width='.8' stroke-linecap='round' opacity='.5'/><circle r='3' class='@dot'/>",
     NULL},
    {"red", ASC_SVG_ANY, SET_PIECES, "r", 24, 11,
     PIECE_SHADOW
     "<path d='" OCTAGON "' class='@vo'/><path d='" OCTAGON "' fill='url(#@lt)'/><path d='" OCTAGON
     "' class='@iv' stroke-width='1.2' transform='scale(.83)'/><path d='M-4.4 0H4.4' class='@iv' stroke-width='3.4'/>",
     OCTAGON},
    {"green", ASC_SVG_ANY, SET_PIECES, "g", 24, 11,
     PIECE_SHADOW "<path d='" DIAMOND "' class='@lf'/><path d='" DIAMOND "' fill='url(#@lt)'/>"
                  "<path d='M-3.2 5.4V1.2Q-3.2-1.8 0-1.8H4.4M1.6-5L4.9-1.8 1.6 1.4' class='@iv' stroke-width='2'/>",
     DIAMOND},
};

static const asc_svg_art plain = {"", ASC_SVG_ANY, SET_PLAIN, "k", 30, 10, NULL, NULL};

/* Whether `word` is the id or the part before a dash: "red" matches "red" and "red-pawn". */
static bool id_matches(const char *id, const char *word) {
  size_t length = strlen(word);
  return strncmp(id, word, length) == 0 && (id[length] == '\0' || id[length] == '-');
}

const asc_svg_art *asc_svg_art_find(const asc_kind *kind, asc_svg_material material) {
  const asc_svg_art *found = &plain;
  for (size_t i = sizeof arts / sizeof arts[0]; i-- > 0;) {
    if (!id_matches(kind->id, arts[i].kind)) continue;
    if (arts[i].material == material) return &arts[i];
    if (arts[i].material == ASC_SVG_ANY) found = &arts[i];
  }
  return found;
}

void asc_svg_art_name(const asc_svg_pen *pen, const asc_kind *kinds, int kind, asc_svg_material material,
                      char name[ASC_SVG_NAME_MAX]) {
  const asc_svg_art *art = asc_svg_art_find(&kinds[kind], material);
  if (art->markup == NULL)
    (void)snprintf(name, ASC_SVG_NAME_MAX, "%s%s%d", pen->prefix, art->name, kind);
  else
    (void)snprintf(name, ASC_SVG_NAME_MAX, "%s%s", pen->prefix, art->name);
}

static void find_used_sets(const asc_kind *kinds, const bool *used, int count, asc_svg_material material,
                           bool found[SET_COUNT]) {
  for (int i = 0; i < count; i++)
    if (used[i]) found[asc_svg_art_find(&kinds[i], material)->style_set] = true;
}

void asc_svg_art_styles(const asc_svg_pen *pen, const asc_kind *kinds, const bool *used, int count,
                        asc_svg_material material) {
  bool found[SET_COUNT] = {false};
  find_used_sets(kinds, used, count, material, found);
  for (int set = 0; set < SET_COUNT; set++)
    if (found[set]) asc_svg_pen_put(pen, sets[set].styles);
}

void asc_svg_art_define(const asc_svg_pen *pen, const asc_kind *kinds, const bool *used, int count,
                        asc_svg_material material) {
  bool found[SET_COUNT] = {false};
  find_used_sets(kinds, used, count, material, found);
  for (int set = 0; set < SET_COUNT; set++)
    if (found[set]) asc_svg_pen_put(pen, sets[set].gradients);
  for (int i = 0; i < count; i++) {
    const asc_svg_art *art = asc_svg_art_find(&kinds[i], material);
    if (!used[i]) continue;
    if (art->markup != NULL) {
      asc_svg_pen_format(pen, "<g id='@%s'>", art->name);
      asc_svg_pen_put(pen, art->markup);
    } else {
      int owner = kinds[i].owner;
      asc_svg_pen_format(pen, "<g id='@%s%d'><circle cx='1' cy='1.6' r='11' fill='#1a120b' opacity='.3'/>", art->name,
                         i);
      asc_svg_pen_format(pen, "<circle r='10' class='@p%d'/><text y='4' class='@l%d'>", owner, owner);
      asc_svg_pen_escaped(pen, (const char[]){kinds[i].letter, '\0'});
      asc_svg_pen_put(pen, "</text>");
    }
    asc_svg_pen_put(pen, "</g>\n");
  }
}

void asc_svg_art_use(const asc_svg_pen *pen, const asc_kind *kinds, int kind, asc_svg_material material, double x,
                     double y, double cell, double size) {
  const asc_svg_art *art = asc_svg_art_find(&kinds[kind], material);
  double scale = cell / art->cell * size;
  asc_svg_pen_format(pen, "<use href='#@%s", art->name);
  if (art->markup == NULL) asc_svg_pen_format(pen, "%d", kind);
  if (scale > 0.999 && scale < 1.001)
    asc_svg_pen_format(pen, "' x='%.1f' y='%.1f'/>", x, y);
  else
    asc_svg_pen_format(pen, "' transform='translate(%.1f %.1f)scale(%.3f)'/>", x, y, scale);
}

const char asc_svg_art_ground_style[] =
    ".@k{fill:%card}.@kn{fill:%nose}.@kf{fill:%fin}.@kt{fill:%tail}"
    ".@q{fill:none;stroke:%ring;stroke-opacity:.5}.@wv{fill:none;stroke:%wave;stroke-width:1.3;stroke-linecap:round}"
    ".@d{fill:%dolphin;stroke:%dolphin;stroke-width:.9;stroke-linejoin:round}.@bl{fill:%belly}"
    ".@sn{fill:none;stroke:%sheen;stroke-width:1.8;stroke-linecap:round}.@o{fill:none;stroke:%edge}"
    ".@mo{fill:none;stroke:%card;stroke-width:.9;stroke-linecap:round}"
    ".@kl{font:600 30px 'Helvetica Neue',Helvetica,Arial,sans-serif;text-anchor:middle;fill:%dolphin}\n";

#define CARD_GROUND "<rect x='.5' y='.5' width='99' height='99' rx='3' class='@k'/>"
#define CARD_EDGE \
  "<rect x='.5' y='.5' width='99' height='99' rx='3' class='@o' stroke-width='.8' stroke-opacity='.35'/>"

/* The card before it is turned. Clockwise from the upper right corner: nose, water, tail, fin. */
static const char dolphin[] = CARD_GROUND
    "\n<path class='@kn' d='M97 1H64A35 35 0 0 0 99 36V3A2 2 0 0 0 97 1Z'/>"
    "<path class='@kf' d='M3 1H36A35 35 0 0 1 1 36V3A2 2 0 0 1 3 1Z'/>"
    "<path class='@kt' d='M1 97V64A35 35 0 0 1 36 99H3A2 2 0 0 1 1 97Z'/>\n"
    "<path class='@q' d='M68 1A31 31 0 0 0 99 32'/><path class='@q' d='M32 1A31 31 0 0 1 1 32M28.5 1A27.5 27.5 0 0 1 1 "
    "28.5'/>"
    "<path class='@q' d='M1 68A31 31 0 0 1 32 99' stroke-dasharray='1.4 3.6'/>\n"
    "<path class='@wv' d='M58 76q5.5-5 11 0t11 0 11 0M66 85q5.5-5 11 0t11 0M58 67q5.5-5 11 0t11 0'/>\n"
    "<path class='@d' d='M42.8 14.8C30 11.5 19 4 4.8 8.6C12 11 17.4 18 23.5 27.3Z'/>"
    "<path class='@d' d='M15.9 75.7C14.6 78 8 70.6 1.9 75.8C6.6 78.5 8 85.8 13.6 86.4C14.2 92 21.5 93.4 24.2 98.1"
    "C26.6 92 19.6 84 19.1 75.8L15.9 75.7Z'/>\n"
    "<path class='@d' d='M15.1 80.6C15 77.2 15.1 73.8 14.9 70.4C14.4 64.3 12.2 58.1 12.8 52C13.5 45 15 37.8 18.5 31.7"
    "C21.9 26 27.2 21.4 32.7 17.8C38 14.5 44.3 13.2 50.3 11.6C54.8 10.5 59.5 10.4 64.1 9.8C66.9 9.4 69.8 8.8 72.6 8.4"
    "C74.4 8.2 76.2 7.9 78 8.1C79.8 8.2 81.4 9.5 83.1 9.3C85.1 9.1 86.9 7.9 88.7 7C90.5 6.1 92.2 5 93.9 4.1"
    "Q97.5 2.8 95.8 6C94.4 7.6 93 9.2 91.6 10.8C90.1 12.5 88.6 14.2 87.1 15.8C84.9 18.1 82.9 20.7 80.4 22.5"
    "C77.1 25 73.3 27 69.6 28.8C65.8 30.7 61.7 32.2 57.7 33.8C53.7 35.5 49.6 36.9 45.6 38.6C42 40.2 38.2 41.5 35 43.8"
    "C31.6 46.2 28.4 49.2 26.2 52.8C23.7 57 22.3 61.8 21.1 66.5C19.8 71.4 19.5 76.5 18.8 81.5Z'/>\n"
    "<path class='@bl' d='M90.7 11.8C88.3 13.2 85.9 14.6 83.5 16C79.8 18.2 76.4 20.9 72.5 22.6C68 24.7 63.2 25.9 58.5 "
    "27.4"
    "C53.6 29.1 48.4 30.2 43.6 32.4C39.1 34.5 34.5 36.8 30.9 40.3C27.3 43.8 24.1 48.1 22.5 53C20.4 59 21 65.6 20.2 71.9"
    "C22.2 65.5 23.1 58.7 26.2 52.8C28.2 49.1 31.6 46.2 35 43.8C38.2 41.5 42 40.2 45.6 38.6C49.6 36.9 53.7 35.5 57.7 "
    "33.8"
    "C61.7 32.2 65.8 30.7 69.6 28.8C73.3 27 77.1 25 80.4 22.5C82.9 20.7 84.9 18.1 87.1 15.8C88.3 14.5 89.5 13.2 90.7 "
    "11.8Z'/>\n"
    "<path class='@d' d='M64.6 25C63.5 36 60 50.5 47 57C49 51 47.5 44 53.1 28.7Z'/>"
    "<path class='@sn' d='M18.5 39.4C23.1 33.9 26.6 27.3 32.3 22.9C36.9 19.3 42.9 17.7 48.6 16.1C53 14.8 57.8 14.7 "
    "62.4 14'/>"
    "<path class='@mo' d='M93.4 6.6C91.7 8 90 9.5 88.3 10.8C87.1 11.8 85.9 13 84.5 13.6C83.4 14.1 82 14.1 80.8 14.3'/>"
    "<circle cx='77.4' cy='14.2' r='1.7' class='@k'/>\n" CARD_EDGE;

void asc_svg_art_ground_define(const asc_svg_pen *pen, const asc_kind *kinds, const bool *used, int count) {
  for (int i = 0; i < count; i++) {
    if (!used[i]) continue;
    asc_svg_pen_format(pen, "<g id='@c%d'>", i);
    if (id_matches(kinds[i].id, "card")) {
      asc_svg_pen_put(pen, dolphin);
    } else {
      asc_svg_pen_put(pen, CARD_GROUND "<text x='50' y='34' class='@kl'>");
      asc_svg_pen_escaped(pen, (const char[]){kinds[i].letter, '\0'});
      asc_svg_pen_put(pen, "</text>" CARD_EDGE);
    }
    asc_svg_pen_put(pen, "</g>\n");
  }
}

void asc_svg_art_ground_use(const asc_svg_pen *pen, int kind, double x, double y, double cell, int turns) {
  double scale = cell / 101;
  asc_svg_pen_format(pen, "<use href='#@c%d' transform='translate(%.1f %.1f)", kind, x, y);
  if (scale < 0.999 || scale > 1.001) asc_svg_pen_format(pen, "scale(%.3f)", scale);
  if (turns != 0) asc_svg_pen_format(pen, "rotate(%d)", 90 * turns);
  asc_svg_pen_put(pen, "translate(-50 -50)'/>");
}
