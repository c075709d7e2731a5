//! Numbers in binary, one below the other, as text: what is odd, or no multiple of a number, is
//! marked.

/// The most rows that are printed. Nobody reads more.
const MAX_ROWS: usize = 40;

/// The values in binary, one below the other, and their sum without carrying:
/// the columns with an odd number of ones are marked.
pub(super) fn binary_table(values: &[u64], sum: u64) -> String {
    let layout = Layout::new(values, sum);
    let width = layout.width;
    let mut table = layout.rows(values);
    table += &format!("  {sum:>width$} {}", layout.digits(sum, '1', '.'));
    match sum {
        0 => table += "   every column is even",
        _ => {
            let marks = layout.digits(sum, '^', ' ');
            table += &format!("\n  {:>width$} {}   odd", "", marks.trim_end());
        }
    }
    table.push('\n');
    table
}

/// The values in binary, one below the other, and the number of ones in each column, the lowest
/// first: those that are no multiple of `modulus` are marked.
pub(super) fn columns_table(values: &[u64], modulus: u64, counts: &[u64]) -> String {
    let largest = 1u64.checked_shl(counts.len() as u32).map_or(u64::MAX, |above| above - 1);
    let layout = Layout::new(values, largest);
    let width = layout.width;
    let mut table = layout.rows(values);
    let digit = |count: &u64| if *count < 10 { format!(" {count}") } else { " +".to_owned() };
    let ones: String = counts.iter().rev().map(digit).collect();
    table += &format!("  {:>width$} {ones}", "ones");
    if counts.iter().all(|count| count.is_multiple_of(modulus)) {
        table += &format!("   every column has a multiple of {modulus}");
    } else {
        let mark = |count: &u64| if count.is_multiple_of(modulus) { "  " } else { " ^" };
        let marks: String = counts.iter().rev().map(mark).collect();
        table += &format!("\n  {:>width$} {}   no multiple of {modulus}", "", marks.trim_end());
    }
    table.push('\n');
    table
}

/// How many binary digits the rows have, and how wide the numbers before them are.
struct Layout {
    columns: u32,
    width: usize,
}

impl Layout {
    fn new(values: &[u64], bottom: u64) -> Layout {
        let largest = values.iter().copied().max().unwrap_or(0).max(bottom);
        let columns = (u64::BITS - largest.leading_zeros()).max(1);
        Layout { columns, width: largest.to_string().len().max(5) }
    }

    fn digits(&self, value: u64, one: char, zero: char) -> String {
        let bits = (0..self.columns).rev().map(|column| value >> column & 1 == 1);
        bits.flat_map(|bit| [' ', if bit { one } else { zero }]).collect()
    }

    /// The rows of the values, and the line below.
    fn rows(&self, values: &[u64]) -> String {
        let width = self.width;
        let mut rows = String::new();
        for value in values.iter().take(MAX_ROWS) {
            rows += &format!("  {value:>width$} {}\n", self.digits(*value, '1', '.'));
        }
        if let Some(more) = values.len().checked_sub(MAX_ROWS + 1) {
            rows += &format!("  {:>width$}  and {} more\n", "...", more + 1);
        }
        rows + &format!("  {} {}\n", "-".repeat(width), "-".repeat(2 * self.columns as usize))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_table_marks_the_odd_columns() {
        assert_eq!(
            binary_table(&[3, 4, 5], 2),
            "      3  . 1 1\n      4  1 . .\n      5  1 . 1\n  ----- ------\n      2  . 1 .\n           ^   odd\n"
        );
        let even = binary_table(&[1, 2, 3], 0);
        assert!(even.ends_with("      0  . .   every column is even\n"), "{even}");
        assert!(binary_table(&[], 0).contains("  0  ."));
        let long = binary_table(&[u64::MAX; 50], 0);
        assert!(long.contains("and 10 more") && long.lines().count() == MAX_ROWS + 3, "{long}");
    }

    #[test]
    fn a_table_of_columns_marks_those_that_are_no_multiples() {
        assert_eq!(
            columns_table(&[3, 4, 5, 6], 3, &[2, 2, 3]),
            "      3  . 1 1\n      4  1 . .\n      5  1 . 1\n      6  1 1 .\n  ----- ------\n   ones  3 2 2\n           ^ ^   no multiple of 3\n"
        );
        let all = columns_table(&[1, 1, 1], 3, &[3]);
        assert!(all.ends_with("   ones  3   every column has a multiple of 3\n"), "{all}");
        for (ones, shown) in [(9, "9"), (12, "+")] {
            let many = columns_table(&[1; 12], 3, &[ones]);
            assert!(many.contains(&format!("ones  {shown}   every")), "{many}");
        }
        let ten = columns_table(&[1; 10], 5, &[10]);
        assert!(ten.contains("ones  +   every"), "{ten}");
    }
}
