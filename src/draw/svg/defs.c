/* CSS classes and definitions that a drawing refers to: strokes, fonts, woods, holes, glow and tray. */
#include "drawing.h"

#include <string.h>

#define FONT "'Helvetica Neue',Helvetica,Arial,sans-serif"

/* The leader of a tile is shown in the colour of their pieces. */
static void leads_style(const asc_svg_drawing *drawing) {
  static const struct {
    const char *kind, *look;
  } looks[] = {{"red", "{fill:%vermilion;stroke:%vermilion}"},
               {"black", "{fill:%ebony;stroke:%ebony}"},
               {"white", "{fill:%ivory;stroke:%ivory}"},
               {"green", "{fill:%leaf;stroke:%leaf}"}};
  for (int i = 0; i < drawing->view->seat_count; i++) {
    const asc_kind *kind = asc_scene_kind(drawing->scene, drawing->view->seats[i].kind);
    const char *look = "{fill:%stone;stroke:%stone}";
    for (size_t k = 0; kind != NULL && k < sizeof looks / sizeof looks[0]; k++)
      if (strcmp(kind->id, looks[k].kind) == 0) look = looks[k].look;
    asc_svg_pen_format(&drawing->pen, ".@w%d", i + 1);
    asc_svg_pen_put(&drawing->pen, look);
  }
  asc_svg_pen_put(&drawing->pen, ".@w1,.@w2,.@w3,.@w4{stroke-opacity:.8}\n");
}

void asc_svg_board_styles(const asc_svg_drawing *drawing) {
  const asc_svg_pen *pen = &drawing->pen;
  asc_svg_pen_put(pen, ".@bg{fill:%paper}");
  asc_strbuf_add_text(pen->out, "@media print{"); /* written directly: this @ is not the prefix */
  asc_svg_pen_put(pen, ".@bg{fill:none}}\n");
  asc_svg_pen_put(pen, ".@h{fill:none;stroke:%halo;stroke-linecap:round;stroke-linejoin:round}"
                       ".@m{fill:none;stroke:%mark;stroke-linecap:round;stroke-linejoin:round}"
                       ".@hf{fill:%halo}.@mf{fill:%mark}.@fr{fill:%walnut}.@fi{fill:%field}.@p{fill:%maple}\n");
  asc_svg_pen_format(pen, ".@co,.@cf,.@cl{font:500 %.1fpx ", drawing->font_size);
  asc_svg_pen_put(pen, FONT ";text-anchor:middle}");
  asc_svg_pen_format(pen, ".@cr{font:600 %.1fpx ",
                     drawing->font_size < ASC_SVG_INNER_FONT_MAX ? drawing->font_size : ASC_SVG_INNER_FONT_MAX);
  asc_svg_pen_put(pen, FONT
                  ";text-anchor:middle;fill:%walnut}.@co{fill:%ink;fill-opacity:.72}.@cf{fill:%maple}"
                  ".@cl{font-weight:700;fill:%paper}.@lk{fill:%lake}.@nm{text-anchor:middle}.@no{font:600 15px " FONT
                  ";fill:%ink}"
                  "\n");
  asc_svg_pen_put(pen, ".@gr path{fill:none;stroke:#2b170a}.@st{fill:none;stroke:%maple;stroke-width:1.6}"
                       ".@ln{fill:none;stroke:%maple;stroke-width:.9;opacity:.62}.@ba{fill:%stone;fill-opacity:.32}"
                       ".@vac{fill:none;stroke:%stone;stroke-dasharray:1 5;stroke-linecap:round}\n"
                       ".@pr{fill:%pear}.@rg{fill:none;stroke:%walnut;stroke-width:1.9}.@hub{fill:none;stroke:%walnut;"
                       "stroke-width:.9}.@pt{"
                       "fill:none;stroke:%inlay;stroke-width:2}"
                       ".@lks{fill:none;stroke:%lake;stroke-width:2;stroke-linecap:round;stroke-dasharray:.1 5.5}"
                       ".@ch{fill:none;stroke:%glow;stroke-linecap:round;stroke-opacity:.55}\n"
                       ".@g0{fill:none;stroke:%halo}.@g1{fill:none;stroke:%glow}"
                       ".@die{fill:%ivory;stroke:%ebony;stroke-opacity:.6}.@dp{fill:%ebony}\n");
  if (drawing->material == ASC_SVG_CARDS) asc_svg_pen_put(pen, asc_svg_art_ground_style);
  if (drawing->material == ASC_SVG_TILES) leads_style(drawing);
  if (drawing->material == ASC_SVG_CIRCLES)
    asc_svg_pen_put(pen, ".@w{fill:none;stroke:%vermilion;stroke-linecap:round}\n");
}

static void sheen_define(const asc_svg_drawing *drawing, double light, double dark) {
  asc_svg_pen_format(&drawing->pen,
                     "<linearGradient id='@sheen' x1='0' y1='0' x2='1' y2='1'><stop offset='0' stop-color='#ffe9c4' "
                     "stop-opacity='%.3f'/><stop offset='.5' stop-color='#ffe9c4' stop-opacity='0'/><stop offset='1' "
                     "stop-color='#1a0f06' stop-opacity='%.3f'/></linearGradient>\n",
                     light, dark);
}

/* Squares of three kinds of wood. Neighbouring squares turn their grain, which suggests a chequered board without
   contrast. */
static void squares_define(const asc_svg_drawing *drawing) {
  static const char *const tints[ASC_SVG_SQUARE_WOODS] = {"fill='#ffd79a' opacity='.05'",
                                                          "fill='#1a0f06' opacity='.05'", "fill='none'"};
  const double c = drawing->cell;
  sheen_define(drawing, 0.045, 0.09);
  for (int i = 0; i < ASC_SVG_SQUARE_WOODS; i++) {
    asc_svg_pen_format(
        &drawing->pen,
        "<g id='@v%d'><rect width='%.1f' height='%.1f' class='@fi'/><rect width='%.1f' height='%.1f' %s/>"
        "<g class='@gr'>",
        i, c, c, c, c, tints[i]);
    asc_svg_pen_grain(&drawing->pen, &(asc_svg_grain){c, c, c / 8, 0.11, 0.26, 0.4, 0.8, (uint64_t)i});
    asc_svg_pen_put(&drawing->pen, "</g></g>\n");
  }
  asc_svg_pen_put(&drawing->pen, "<g id='@fg' class='@gr'>");
  double frame = ASC_SVG_FRAME_WIDTH * drawing->zoom,
         length = drawing->places_box.right - drawing->places_box.left + 2 * frame;
  for (int i = 0; i < 6; i++) {
    double inset = frame * (0.1 + 0.155 * i), half = length / 2 - inset, bow = 0.9 + (i * 7 % 5) * 0.25;
    asc_svg_pen_format(&drawing->pen,
                       "<path d='M%.1f %.1fq%.1f %.1f %.1f .3t%.1f -.3' opacity='%.2f' stroke-width='%.1f'/>", inset,
                       inset, length * 0.3, -bow, half, half, 0.2 + (i * 3 % 4) * 0.04, 0.6 + (i % 2) * 0.3);
  }
  asc_svg_pen_put(&drawing->pen, "</g>\n");
}

static void tiles_define(const asc_svg_drawing *drawing) {
  static const char *const tints[ASC_SVG_TILE_WOODS] = {"#fff8e6' opacity='.16", "#a8712f' opacity='.1",
                                                        "#d09a5a' opacity='.16", "#8a5a2a' opacity='.11"};
  sheen_define(drawing, 0.08, 0.1);
  for (int i = 0; i < ASC_SVG_TILE_WOODS; i++) {
    asc_svg_pen_format(
        &drawing->pen,
        "<pattern id='@h%d' width='150' height='88' patternUnits='userSpaceOnUse'><g id='@w%d' class='@gr'>"
        "<rect width='150' height='88' fill='%s'/>",
        i, i, tints[i]);
    asc_svg_pen_grain(&drawing->pen, &(asc_svg_grain){150, 88, 8.5, 0.1, 0.2, 0.45, 1.05, 100 + (uint64_t)i});
    asc_svg_pen_format(&drawing->pen,
                       "</g></pattern>\n<pattern id='@u%d' width='150' height='88' patternUnits='userSpaceOnUse' "
                       "patternTransform='rotate(90)'><use href='#@w%d'/></pattern>\n",
                       i, i);
  }
  asc_svg_pen_put(&drawing->pen, "<pattern id='@ht' width='7' height='7' patternUnits='userSpaceOnUse' "
                                 "patternTransform='rotate(-45)'><path d='M0 1H7' class='@m' stroke-width='1.1' "
                                 "stroke-opacity='.4'/></pattern>\n");
}

static void hole_define(const asc_svg_drawing *drawing) {
  asc_svg_pen_put(
      &drawing->pen,
      "<radialGradient id='@ho' cx='.62' cy='.66' r='.7'><stop offset='0' stop-color='#3a1f08' stop-opacity='.12'/>"
      "<stop offset='.6' stop-color='#3a1f08' stop-opacity='.3'/><stop offset='1' stop-color='#2a1404' "
      "stop-opacity='.62'/></radialGradient>\n"
      "<linearGradient id='@rm' x1='.15' y1='.15' x2='.85' y2='.85'><stop offset='0' stop-color='#2a1404' "
      "stop-opacity='.5'/><stop offset='.42' stop-color='#2a1404' stop-opacity='.05'/><stop offset='.58' "
      "stop-color='#fff8e6' stop-opacity='.1'/><stop offset='1' stop-color='#fff8e6' stop-opacity='.95'/>"
      "</linearGradient>\n"
      "<g id='@hole'><circle r='14' fill='url(#@ho)'/><circle r='14' fill='none' stroke='url(#@rm)' "
      "stroke-width='1.4'/></g>\n");
}

static void circles_define(const asc_svg_drawing *drawing) {
  sheen_define(drawing, 0.08, 0.16);
  asc_svg_pen_put(&drawing->pen,
                  "<pattern id='@wg' width='160' height='96' patternUnits='userSpaceOnUse'><g class='@gr'>");
  asc_svg_pen_grain(&drawing->pen, &(asc_svg_grain){160, 96, 6.5, 0.06, 0.14, 0.5, 0.9, 200});
  asc_svg_pen_put(&drawing->pen,
                  "</g></pattern>\n<pattern id='@fg' width='180' height='40' patternUnits='userSpaceOnUse' "
                  "patternTransform='rotate(18)'><g class='@gr'>");
  asc_svg_pen_grain(&drawing->pen, &(asc_svg_grain){180, 40, 4.4, 0.24, 0.42, 0.7, 1, 201});
  asc_svg_pen_put(
      &drawing->pen,
      "</g></pattern>\n"
      "<linearGradient id='@rl' x1='.15' y1='.1' x2='.85' y2='.9'><stop offset='0' stop-color='#fff' "
      "stop-opacity='.2'/>"
      "<stop offset='.5' stop-color='#fff' stop-opacity='0'/><stop offset='1' stop-color='#000' stop-opacity='.34'/>"
      "</linearGradient>\n"
      "<radialGradient id='@ho' cx='.62' cy='.66' r='.7'><stop offset='0' stop-color='#3a1f08' stop-opacity='.55'/>"
      "<stop offset='1' stop-color='#2a1404' stop-opacity='.9'/></radialGradient>\n"
      "<g id='@hole'><circle r='4.8' class='@p'/><circle r='3.6' fill='url(#@ho)'/><path d='M-2.5 2.5A3.6 3.6 0 0 0 "
      "2.5-2.5' fill='none' stroke='#fff8e6' stroke-opacity='.85' stroke-width='.8'/></g>\n");
  asc_svg_round_board_define(drawing);
}

void asc_svg_board_define(const asc_svg_drawing *drawing) {
  const asc_svg_pen *pen = &drawing->pen;
  if (drawing->material == ASC_SVG_SQUARES) squares_define(drawing);
  if (drawing->material == ASC_SVG_TILES) tiles_define(drawing);
  if (drawing->material == ASC_SVG_CIRCLES)
    circles_define(drawing);
  else
    hole_define(drawing);
  asc_svg_pen_put(
      pen, "<radialGradient id='@glow'><stop offset='.5' stop-color='#ffd873' stop-opacity='0'/><stop offset='.7' "
           "stop-color='#ffcf5e' stop-opacity='.8'/><stop offset='1' stop-color='#ffc94d' stop-opacity='0'/>"
           "</radialGradient>\n"
           "<linearGradient id='@tray' x1='0' y1='0' x2='0' y2='1'><stop offset='0' stop-color='#1a0f06' "
           "stop-opacity='.5'/><stop offset='.3' stop-color='#1a0f06' stop-opacity='.08'/><stop offset='1' "
           "stop-color='#fff' stop-opacity='.14'/></linearGradient>\n");
}
