"""What UiAutomator does on a phone: finds views by selectors, reads and touches them."""
