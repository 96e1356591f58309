// Where the sun stands, and the light that it and the sky give.

const DAYS_A_YEAR = 365;
const MONTHS = ["January", "February", "March", "April", "May", "June", "July", "August", "September", "October", "November", "December"];
const MONTH_DAYS = [31, 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
const QUARTERS = ["north", "north-east", "east", "south-east", "south", "south-west", "west", "north-west"];

// The unit vector to the sun, to the east, to the north and up, on a day of the year (1 to 365) at an hour of solar time: the
// declination is 23.45° sin(2π (284 + day)/365), as in the sums of a year's sun on the ground.
function sunAt(latitude_deg, day, hour) {
  const declination = ((23.45 * Math.PI) / 180) * Math.sin((2 * Math.PI * (284 + day)) / DAYS_A_YEAR);
  const latitude = (latitude_deg * Math.PI) / 180;
  const turned = 2 * Math.PI * (hour / 24 - 0.5);
  return [
    -Math.cos(declination) * Math.sin(turned),
    Math.cos(latitude) * Math.sin(declination) - Math.sin(latitude) * Math.cos(declination) * Math.cos(turned),
    Math.sin(latitude) * Math.sin(declination) + Math.cos(latitude) * Math.cos(declination) * Math.cos(turned),
  ];
}

// `21 June`.
function dateOf(day) {
  let left = day;
  const month = MONTH_DAYS.findIndex((days) => {
    if (left <= days) return true;
    left -= days;
    return false;
  });
  return `${left} ${MONTHS[month]}`;
}

// The quarter of the compass in which a direction lies.
const quarterOf = (east, north) => QUARTERS[(Math.round((Math.atan2(east, north) / (2 * Math.PI)) * 8) + 8) % 8];

// What the sun does, in words.
function sunInWords([east, north, up]) {
  const height = Math.round((Math.asin(up) * 180) / Math.PI);
  return height <= 0 ? "the sun is below the horizon" : `the sun stands ${height}° high in the ${quarterOf(east, north)}`;
}

const mixed = (a, b, share) => a.map((part, i) => part + (b[i] - part) * share);
const rise = (low, high, x) => {
  const share = Math.min(Math.max((x - low) / (high - low), 0), 1);
  return share * share * (3 - 2 * share);
};

// Colours (linear, 1 is white) of the sun's light, of the sky overhead and at the horizon, and of what the ground throws back.
function lightOf([, , up]) {
  const day = rise(-0.12, 0.3, up);
  return {
    sunColour: mixed([1.9, 0.8, 0.35], [2.3, 2.1, 1.8], rise(0, 0.45, up)).map((part) => part * rise(-0.02, 0.12, up)),
    zenith: mixed([0.012, 0.018, 0.045], [0.22, 0.42, 0.85], day),
    horizon: mixed([0.03, 0.035, 0.06], [0.85, 1.0, 1.12], day),
    bounce: mixed([0.012, 0.013, 0.014], [0.2, 0.19, 0.14], day),
  };
}
