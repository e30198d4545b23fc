/* Styles and definitions that a drawing refers to: strokes, woods, hollows, the target. */
#include "stage.h"

#include <string.h>

#define FONT "'Helvetica Neue',Helvetica,Arial,sans-serif"

/* Whoever leads a plate has the colour of his men. */
static void leads_style(const svg_stage *stage) {
  static const struct {
    const char *kind, *look;
  } looks[] = {{"red", "{fill:%vermilion;stroke:%vermilion}"},
               {"black", "{fill:%ebony;stroke:%ebony}"},
               {"white", "{fill:%ivory;stroke:%ivory}"},
               {"green", "{fill:%leaf;stroke:%leaf}"}};
  for (int i = 0; i < stage->view->seat_count; i++) {
    const asc_kind *kind = asc_scene_kind(stage->scene, stage->view->seats[i].kind);
    const char *look = "{fill:%stone;stroke:%stone}";
    for (size_t k = 0; kind != NULL && k < sizeof looks / sizeof looks[0]; k++)
      if (strcmp(kind->id, looks[k].kind) == 0) look = looks[k].look;
    asc_pen_format(&stage->pen, ".@w%d", i + 1);
    asc_pen_put(&stage->pen, look);
  }
  asc_pen_put(&stage->pen, ".@w1,.@w2,.@w3,.@w4{stroke-opacity:.8}\n");
}

void asc_svg_board_styles(const svg_stage *stage) {
  const svg_pen *pen = &stage->pen;
  asc_pen_put(pen, ".@bg{fill:%paper}");
  asc_growing_text(pen->out, "@media print{"); /* this @ is no prefix */
  asc_pen_put(pen, ".@bg{fill:none}}\n");
  asc_pen_put(pen, ".@h{fill:none;stroke:%halo;stroke-linecap:round;stroke-linejoin:round}"
                   ".@m{fill:none;stroke:%mark;stroke-linecap:round;stroke-linejoin:round}"
                   ".@hf{fill:%halo}.@mf{fill:%mark}.@fr{fill:%walnut}.@fi{fill:%field}.@p{fill:%maple}\n");
  asc_pen_format(pen, ".@co,.@cf,.@cl{font:500 %.1fpx ", stage->font);
  asc_pen_put(pen, FONT ";text-anchor:middle}");
  asc_pen_format(pen, ".@cr{font:600 %.1fpx ", stage->font < INSIDE_FONT ? stage->font : INSIDE_FONT);
  asc_pen_put(pen,
              FONT ";text-anchor:middle;fill:%walnut}.@co{fill:%ink;fill-opacity:.72}.@cf{fill:%maple}"
                   ".@cl{font-weight:700;fill:%paper}.@lk{fill:%lake}.@nm{text-anchor:middle}.@no{font:600 15px " FONT
                   ";fill:%ink}"
                   "\n");
  asc_pen_put(pen, ".@gr path{fill:none;stroke:#2b170a}.@st{fill:none;stroke:%maple;stroke-width:1.6}"
                   ".@ln{fill:none;stroke:%maple;stroke-width:.9;opacity:.62}.@ba{fill:%stone;fill-opacity:.32}"
                   ".@vac{fill:none;stroke:%stone;stroke-dasharray:1 5;stroke-linecap:round}\n"
                   ".@pr{fill:%pear}.@rg{fill:none;stroke:%walnut;stroke-width:1.9}.@hub{fill:none;stroke:%walnut;"
                   "stroke-width:.9}.@pt{"
                   "fill:none;stroke:%inlay;stroke-width:2}"
                   ".@lks{fill:none;stroke:%lake;stroke-width:2;stroke-linecap:round;stroke-dasharray:.1 5.5}"
                   ".@ch{fill:none;stroke:%glow;stroke-linecap:round;stroke-opacity:.55}\n"
                   ".@g0{fill:none;stroke:%halo}.@g1{fill:none;stroke:%glow}"
                   ".@die{fill:%ivory;stroke:%ebony;stroke-opacity:.6}.@dp{fill:%ebony}\n");
  if (stage->material == SVG_CARDS) asc_pen_put(pen, asc_svg_ground_style);
  if (stage->material == SVG_PLATES) leads_style(stage);
  if (stage->material == SVG_CIRCLES) asc_pen_put(pen, ".@w{fill:none;stroke:%vermilion;stroke-linecap:round}\n");
}

static void sheen_define(const svg_stage *stage, double light, double dark) {
  asc_pen_format(&stage->pen,
                 "<linearGradient id='@sheen' x1='0' y1='0' x2='1' y2='1'><stop offset='0' stop-color='#ffe9c4' "
                 "stop-opacity='%.3f'/><stop offset='.5' stop-color='#ffe9c4' stop-opacity='0'/><stop offset='1' "
                 "stop-color='#1a0f06' stop-opacity='%.3f'/></linearGradient>\n",
                 light, dark);
}

/* Three tiles of wood; squares take turns and turn their grain, so that the chequer is felt, not seen. */
static void squares_define(const svg_stage *stage) {
  static const char *const tints[SQUARE_WOODS] = {"fill='#ffd79a' opacity='.05'", "fill='#1a0f06' opacity='.05'",
                                                  "fill='none'"};
  const double c = stage->cell;
  sheen_define(stage, 0.045, 0.09);
  for (int i = 0; i < SQUARE_WOODS; i++) {
    asc_pen_format(&stage->pen,
                   "<g id='@v%d'><rect width='%.1f' height='%.1f' class='@fi'/><rect width='%.1f' height='%.1f' %s/>"
                   "<g class='@gr'>",
                   i, c, c, c, c, tints[i]);
    asc_pen_grain(&stage->pen, &(svg_grain){c, c, c / 8, 0.11, 0.26, 0.4, 0.8, (uint64_t)i});
    asc_pen_put(&stage->pen, "</g></g>\n");
  }
  asc_pen_put(&stage->pen, "<g id='@fg' class='@gr'>");
  double frame = FRAME * stage->zoom, length = stage->places.right - stage->places.left + 2 * frame;
  for (int i = 0; i < 6; i++) {
    double inset = frame * (0.1 + 0.155 * i), half = length / 2 - inset, bow = 0.9 + (i * 7 % 5) * 0.25;
    asc_pen_format(&stage->pen, "<path d='M%.1f %.1fq%.1f %.1f %.1f .3t%.1f -.3' opacity='%.2f' stroke-width='%.1f'/>",
                   inset, inset, length * 0.3, -bow, half, half, 0.2 + (i * 3 % 4) * 0.04, 0.6 + (i % 2) * 0.3);
  }
  asc_pen_put(&stage->pen, "</g>\n");
}

static void plates_define(const svg_stage *stage) {
  static const char *const tints[PLATE_WOODS] = {"#fff8e6' opacity='.16", "#a8712f' opacity='.1",
                                                 "#d09a5a' opacity='.16", "#8a5a2a' opacity='.11"};
  sheen_define(stage, 0.08, 0.1);
  for (int i = 0; i < PLATE_WOODS; i++) {
    asc_pen_format(&stage->pen,
                   "<pattern id='@h%d' width='150' height='88' patternUnits='userSpaceOnUse'><g id='@w%d' class='@gr'>"
                   "<rect width='150' height='88' fill='%s'/>",
                   i, i, tints[i]);
    asc_pen_grain(&stage->pen, &(svg_grain){150, 88, 8.5, 0.1, 0.2, 0.45, 1.05, 100 + (uint64_t)i});
    asc_pen_format(&stage->pen,
                   "</g></pattern>\n<pattern id='@u%d' width='150' height='88' patternUnits='userSpaceOnUse' "
                   "patternTransform='rotate(90)'><use href='#@w%d'/></pattern>\n",
                   i, i);
  }
  asc_pen_put(&stage->pen, "<pattern id='@ht' width='7' height='7' patternUnits='userSpaceOnUse' "
                           "patternTransform='rotate(-45)'><path d='M0 1H7' class='@m' stroke-width='1.1' "
                           "stroke-opacity='.4'/></pattern>\n");
}

static void hollow_define(const svg_stage *stage) {
  asc_pen_put(
      &stage->pen,
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

static void circles_define(const svg_stage *stage) {
  sheen_define(stage, 0.08, 0.16);
  asc_pen_put(&stage->pen, "<pattern id='@wg' width='160' height='96' patternUnits='userSpaceOnUse'><g class='@gr'>");
  asc_pen_grain(&stage->pen, &(svg_grain){160, 96, 6.5, 0.06, 0.14, 0.5, 0.9, 200});
  asc_pen_put(&stage->pen, "</g></pattern>\n<pattern id='@fg' width='180' height='40' patternUnits='userSpaceOnUse' "
                           "patternTransform='rotate(18)'><g class='@gr'>");
  asc_pen_grain(&stage->pen, &(svg_grain){180, 40, 4.4, 0.24, 0.42, 0.7, 1, 201});
  asc_pen_put(
      &stage->pen,
      "</g></pattern>\n"
      "<linearGradient id='@rl' x1='.15' y1='.1' x2='.85' y2='.9'><stop offset='0' stop-color='#fff' "
      "stop-opacity='.2'/>"
      "<stop offset='.5' stop-color='#fff' stop-opacity='0'/><stop offset='1' stop-color='#000' stop-opacity='.34'/>"
      "</linearGradient>\n"
      "<radialGradient id='@ho' cx='.62' cy='.66' r='.7'><stop offset='0' stop-color='#3a1f08' stop-opacity='.55'/>"
      "<stop offset='1' stop-color='#2a1404' stop-opacity='.9'/></radialGradient>\n"
      "<g id='@hole'><circle r='4.8' class='@p'/><circle r='3.6' fill='url(#@ho)'/><path d='M-2.5 2.5A3.6 3.6 0 0 0 "
      "2.5-2.5' fill='none' stroke='#fff8e6' stroke-opacity='.85' stroke-width='.8'/></g>\n");
  asc_svg_disc_define(stage);
}

void asc_svg_board_define(const svg_stage *stage) {
  const svg_pen *pen = &stage->pen;
  if (stage->material == SVG_SQUARES) squares_define(stage);
  if (stage->material == SVG_PLATES) plates_define(stage);
  if (stage->material == SVG_CIRCLES)
    circles_define(stage);
  else
    hollow_define(stage);
  asc_pen_put(pen,
              "<radialGradient id='@glow'><stop offset='.5' stop-color='#ffd873' stop-opacity='0'/><stop offset='.7' "
              "stop-color='#ffcf5e' stop-opacity='.8'/><stop offset='1' stop-color='#ffc94d' stop-opacity='0'/>"
              "</radialGradient>\n"
              "<linearGradient id='@tray' x1='0' y1='0' x2='0' y2='1'><stop offset='0' stop-color='#1a0f06' "
              "stop-opacity='.5'/><stop offset='.3' stop-color='#1a0f06' stop-opacity='.08'/><stop offset='1' "
              "stop-color='#fff' stop-opacity='.14'/></linearGradient>\n");
}
