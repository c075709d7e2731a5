// Español: el archivo de partidas.

/** @type {Record<string, import("./text.js").Text>} */
export default {
  "archive.title": "Archivo",
  "archive.about": "Todas las partidas que se han jugado aquí, y lo que hizo cada jugada.",
  "archive.games": "Partidas",
  "archive.filters": "Qué partidas",
  "archive.player": "Jugador",
  "archive.opponent": "Contra",
  "archive.variant": "Juego",
  "archive.result": "Resultado",
  "archive.rated": "Puntuada o no",
  "archive.within": "Cuándo",
  "archive.any": "cualquiera",
  "archive.casual": "amistosa",
  "archive.none": "No se jugó ninguna partida así.",
  "archive.noneYet": "Entre las últimas no hay ninguna así.",
  "archive.older": "Partidas anteriores",
  "archive.newest": "Volver a las más recientes",
  "archive.further": "Buscar más atrás",
  "archive.wonBy": "ganó {name}",
  "within.day": "en el último día",
  "within.week": "en la última semana",
  "within.month": "en el último mes",
  "within.year": "en el último año",
};
