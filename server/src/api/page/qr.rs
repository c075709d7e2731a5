//! The address of an invitation as a QR code, to show to somebody nearby.

use std::fmt::Write;

use qrcodegen::{QrCode, QrCodeEcc};

/// Modules of white around the code: some readers fail with fewer.
const MARGIN: i32 = 4;

/// Returns the code as SVG; `None` if the text is too long.
pub(super) fn svg(text: &str) -> Option<String> {
    let code = QrCode::encode_text(text, QrCodeEcc::Medium).ok()?;
    let size = code.size();
    let mut dark = String::new();
    for y in 0..size {
        let mut x = 0;
        while x < size {
            let end = (x..size).find(|&x| !code.get_module(x, y)).unwrap_or(size);
            if end > x {
                // Writing to memory cannot fail.
                let _ = write!(dark, "M{} {}.5h{}", x + MARGIN, y + MARGIN, end - x);
            }
            x = end + 1;
        }
    }
    let whole = size + 2 * MARGIN;
    Some(format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {whole} {whole}\" \
         shape-rendering=\"crispEdges\"><path fill=\"#fff\" d=\"M0 0h{whole}v{whole}H0z\"/>\
         <path stroke=\"#172025\" d=\"{dark}\"/></svg>"
    ))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_becomes_a_square_with_three_corners() {
        let svg = svg("https://nim.example/seek/01234567-89ab-4def-8123-456789abcdef")
            .expect("it is short");
        // Version 4 or 5: 33 to 37 modules and the margin.
        assert!(svg.contains("viewBox=\"0 0 41 41\"") || svg.contains("viewBox=\"0 0 45 45\""));
        // The upper left corner: seven dark modules, then one, five light ones, and one.
        assert!(svg.contains("M4 4.5h7M"));
        assert!(svg.contains("M4 5.5h1M10 5.5h1M"));
        assert!(svg.len() < 5000, "{}", svg.len());
    }

    #[test]
    fn an_address_that_is_too_long_has_no_code() {
        assert_eq!(svg(&"a".repeat(5000)), None);
    }
}
