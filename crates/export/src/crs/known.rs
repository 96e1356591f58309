//! Systems by the definitions of `crs-definitions`, transformed by `proj4rs`.

use proj4rs::Proj;

use super::CrsError;

/// WGS 84 by longitude and latitude.
const WGS84: u16 = 4326;

/// A system of coordinates in metres on a plane.
#[derive(Debug)]
pub struct Crs {
    epsg: u16,
    wkt: &'static str,
    own: Proj,
    wgs84: Proj,
}

impl Crs {
    /// The projected system of a code.
    ///
    /// # Errors
    /// [`CrsError`] for an unknown code, one in degrees or feet, or one that cannot be transformed.
    pub fn of_epsg(epsg: u16) -> Result<Self, CrsError> {
        let found = crs_definitions::from_code(epsg).ok_or(CrsError::Unknown(epsg))?;
        let is_on_a_plane = !["+proj=longlat", "+proj=geocent"]
            .iter()
            .any(|kind| found.proj4.contains(kind));
        let is_in_metres = found.proj4.contains("+units=m ") && !found.proj4.contains("+to_meter");
        if !(is_on_a_plane && is_in_metres) {
            return Err(CrsError::NotMetres(epsg));
        }
        let proj = |text: &str| Proj::from_proj_string(text).map_err(|_| CrsError::NotTransformed(epsg));
        Ok(Self {
            epsg,
            wkt: found.wkt,
            own: proj(found.proj4)?,
            wgs84: proj("+proj=longlat +datum=WGS84 +no_defs")?,
        })
    }

    /// Its code.
    #[must_use]
    pub fn epsg(&self) -> u16 {
        self.epsg
    }

    /// Its name, such as `ETRS89 / UTM zone 32N`.
    #[must_use]
    pub fn name(&self) -> &'static str {
        name_in(self.wkt)
    }

    /// Its definition as well-known text.
    #[must_use]
    pub fn wkt(&self) -> &'static str {
        self.wkt
    }

    /// Longitude and latitude by WGS 84 of a place, degrees.
    ///
    /// # Errors
    /// [`CrsError::Beyond`] for a place that has none.
    pub fn longitude_latitude_deg(&self, [x_m, y_m]: [f64; 2]) -> Result<[f64; 2], CrsError> {
        let mut place = (x_m, y_m, 0.0);
        let transformed = proj4rs::transform::transform(&self.own, &self.wgs84, &mut place);
        let degrees = [place.0.to_degrees(), place.1.to_degrees()];
        let is_on_earth = degrees[0].abs() <= 180.0 && degrees[1].abs() <= 90.0;
        match transformed {
            Ok(()) if is_on_earth => Ok(degrees),
            _ => Err(CrsError::Beyond {
                epsg: self.epsg,
                x_m,
                y_m,
            }),
        }
    }
}

/// The definition of WGS 84 by longitude and latitude, as well-known text.
pub(crate) fn wgs84_wkt() -> &'static str {
    crs_definitions::from_code(WGS84).map_or("undefined", |found| found.wkt)
}

/// The first text in quotes.
fn name_in(wkt: &'static str) -> &'static str {
    wkt.split('"').nth(1).unwrap_or(wkt)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Values of PROJ 9.1, by `gdaltransform -s_srs EPSG:N -t_srs EPSG:4326` of GDAL 3.6.
    #[test]
    fn places_are_where_proj_has_them() {
        for (epsg, place_m, [longitude, latitude], within_deg) in [
            (32_632, [500_000.0, 5_500_000.0], [9.0, 49.652_542_92], 1e-8),
            (
                25_832,
                [612_345.6, 5_400_000.0],
                [10.528_154_932_5, 48.742_879_791_9],
                1e-8,
            ),
            (3_035, [4_321_000.0, 3_210_000.0], [10.0, 52.0], 1e-8),
            (
                27_700,
                [400_000.0, 300_000.0],
                [-2.001_433_115_5, 52.597_792_430_8],
                1e-7,
            ),
            (
                2_056,
                [2_600_000.0, 1_200_000.0],
                [7.438_632_420_9, 46.951_082_771_9],
                1e-8,
            ),
        ] {
            let crs = Crs::of_epsg(epsg).unwrap();
            let found = crs.longitude_latitude_deg(place_m).unwrap();
            let off = [found[0] - longitude, found[1] - latitude];
            assert!(off.iter().all(|off| off.abs() <= within_deg), "{epsg}: {found:?}");
        }
    }

    #[test]
    fn a_system_has_its_name_and_its_definition() {
        let crs = Crs::of_epsg(25_832).unwrap();
        assert_eq!((crs.epsg(), crs.name()), (25_832, "ETRS89 / UTM zone 32N"));
        assert!(crs.wkt().starts_with("PROJCS[") && wgs84_wkt().starts_with("GEOGCS[\"WGS 84\""));
    }

    #[test]
    fn what_is_unknown_or_not_in_metres_is_refused() {
        let refused = |epsg| Crs::of_epsg(epsg).unwrap_err();
        assert_eq!(refused(1), CrsError::Unknown(1));
        assert_eq!(refused(4326), CrsError::NotMetres(4326));
        // New York Long Island, in feet.
        assert_eq!(refused(2263), CrsError::NotMetres(2263));
        let far = Crs::of_epsg(25_832)
            .unwrap()
            .longitude_latitude_deg([f64::NAN, 0.0]);
        assert!(
            matches!(far, Err(CrsError::Beyond { epsg: 25_832, .. })),
            "{far:?}"
        );
    }
}
